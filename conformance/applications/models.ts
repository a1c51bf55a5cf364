import { datetime, email, httpUrl, integer, list, Model, nullable, string } from '@postern/model'
import { contentSteps, titleSteps } from './title-rules.ts'

class Basic extends Model({ title: string(), content: string({ default: '' }) }) {}

class Strict extends Model({
  title: string({ minLength: 1, maxLength: 200 }),
  content: string({ default: '' }),
}) {}

class Custom extends Model({
  title: string({ minLength: 1, maxLength: 200 }, ...titleSteps),
  content: string({ default: '' }, ...contentSteps),
}) {}

class CustomBasic extends Model({
  title: string({}, ...titleSteps),
  content: string({ default: '' }, ...contentSteps),
}) {}

/** The PostCreate models of the recorded variants, by the second part of the variant's name. */
export const postModels = { basic: Basic, strict: Strict, custom: Custom, custom_basic: CustomBasic } as const

/** A name of {@link postModels}. */
export type Rules = keyof typeof postModels

/** Specification §2.2, full variant. */
export class PostResponse extends Model({
  id: integer(),
  title: string(),
  content: string(),
  created_at: datetime(),
  updated_at: datetime(),
}) {}

/** Specification §2.5. */
export class UserCreate extends Model({
  username: string({ minLength: 3, maxLength: 50 }),
  email: email(),
  website: nullable(httpUrl(), { default: null }),
  birth_date: nullable(datetime(), { default: null }),
  age: integer({ ge: 0, le: 150 }),
}) {}

/** Specification §2.6. */
export class UserResponse extends Model({
  id: integer(),
  username: string(),
  email: string(),
  created_at: datetime(),
}) {}

/** Specification §4.1, the response of the raw variant. */
export class RawLength extends Model({ raw_body_length: integer() }) {}

/** Specification §4.1, the list of posts. */
export class PostList extends Model({ posts: list(string()) }) {}

/** Specification §4.1, the response of the protected operation. */
export class Message extends Model({ message: string() }) {}
