import { json, routes } from '@postern/contract'
import { integer } from '@postern/model'
import { limitHeaders, unavailable } from '../operations/declared-failures.ts'
import { TakenNames, UserResponse, UserSignUp } from './models.ts'

const example = { username: 'grace', email: 'grace@example.com', age: 36, password: 'correct horse' }

const users = routes({ prefix: '/users', tags: ['users'], errors: unavailable })

export const userRoutes = {
  signUp: users.post('/', {
    summary: 'Sign a user up',
    body: json(UserSignUp, { examples: { user: example } }),
    response: UserResponse,
    status: 201,
    responseHeaders: { ...limitHeaders, Location: 'The path of the user' },
    errors: { 409: TakenNames },
  }),
  readUser: users.get('/{user_id}', {
    summary: 'Read a user',
    params: { user_id: integer({ examples: [1], description: 'The id of a user' }) },
    response: UserResponse,
    responseHeaders: limitHeaders,
    errors: { 404: 'There is no such user' },
  }),
}
