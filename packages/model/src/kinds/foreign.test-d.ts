import { z } from 'zod'
import { Model } from '../model.ts'
import { foreign } from './foreign.ts'

class Trip extends Model({ place: foreign('Place', z.object({ city: z.string() })) }) {}

export const city: string = new Trip({ place: { city: 'Oslo' } }).place.city
// @ts-expect-error place must be the foreign schema's input
export const wrong = new Trip({ place: { town: 'Oslo' } })
