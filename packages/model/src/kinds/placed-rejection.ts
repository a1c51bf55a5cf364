import type { Masking } from './mask.ts'
import { fieldFinder, type ModelShape } from './model/model-shape.ts'
import { isSource, readProperty } from './source.ts'
import { FieldRejection, Rejection } from './step.ts'

/** Where a refusal is reported, and what is shown there. */
export interface RejectedPlace {
  readonly part: string
  readonly kind: Masking
  readonly input: unknown
}

/** A refusal by a model that is reported at one of its fields. */
export class PlacedRejection extends Rejection {
  /**
   * Returns the place within the model's input, as the kind and input of the field. If the field was not given, the
   * whole input is shown.
   */
  readonly placeIn: (whole: Omit<RejectedPlace, 'part'>, byName: boolean) => RejectedPlace

  constructor({ message, type, context }: Rejection, placeIn: PlacedRejection['placeIn']) {
    super(message, type, context)
    this.placeIn = placeIn
  }
}

/** Returns the result of a check, with the field that a refusal names. Throws if the model has no such field. */
export function placeRejection(answer: unknown, shape: ModelShape): unknown {
  if (!(answer instanceof FieldRejection)) return answer
  const named = shape.fields.find(({ name }) => name === answer.field)
  if (named === undefined) {
    const names = shape.fields.map(({ name }) => name).join(', ')
    throw new TypeError(
      `rejectAt names ${answer.field}, which is not a field of ${shape.model.name}; write one of ${names}`,
    )
  }
  return new PlacedRejection(answer, (whole, byName) => {
    const { input } = whole
    const part = isSource(input) ? fieldFinder(shape, input, byName)(named, input) : undefined
    if (!isSource(input) || part === undefined) return { ...whole, part: named.wireName }
    return { part, kind: named.kind, input: readProperty(input, part) }
  })
}
