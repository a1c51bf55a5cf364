import {
  after,
  datetime,
  email,
  httpUrl,
  integer,
  list,
  Model,
  type ModelOutput,
  nullable,
  reject,
  string,
} from '@postern/model'
import { issueFields } from '../operations/declared-failures.ts'
import { passwordLength, passwordProblem } from '../sessions/password-rule.ts'

/** A new user, without the password (spec §2.5). */
export class UserCreate extends Model({
  username: string({ minLength: 3, maxLength: 50 }),
  email: email(),
  website: nullable(httpUrl(), { default: null }),
  birth_date: nullable(datetime(), { default: null }),
  age: integer({ ge: 0, le: 150 }),
}) {}

const signUpFields = {
  ...UserCreate.fields,
  password: string({
    secret: true,
    ...passwordLength,
    description: 'Neither the username nor the e-mail address',
  }),
}

/** The body of POST `/users/`: a user and the password, which no response and no error ever repeats. */
export class UserSignUp extends Model(signUpFields, { check: [after(goodPassword)] }) {}

/** A user as in a response, without the stored password (spec §2.6). */
export class UserResponse extends Model({
  id: integer(),
  username: string(),
  email: string(),
  created_at: datetime(),
}) {}

/** The issue for a name of a new user that is taken. */
export class TakenName extends Model(issueFields('taken')) {}

/** The body of a 409: which of username and e-mail are taken. */
export class TakenNames extends Model({ detail: list(TakenName) }) {}

function goodPassword(user: ModelOutput<typeof signUpFields>) {
  const problem = passwordProblem(user.password, user)
  return problem === undefined ? user : reject(problem)
}
