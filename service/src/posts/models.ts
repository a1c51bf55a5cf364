import {
  after,
  createConverter,
  type DateTime,
  datetime,
  type InputOf,
  integer,
  type KindClass,
  list,
  Model,
  nullable,
  reject,
  string,
} from '@postern/model'
import { issueFields } from '../operations/declared-failures.ts'
import { compileProhibitedWords, type WordDetector } from './prohibited-words.ts'
import { strip } from './strip.ts'

/** The fields of a post that a handler receives; tags and priority exist only under the rules of spec §2.3. */
export interface PostFields {
  readonly title: string
  readonly content: string
  readonly tags?: readonly string[]
  readonly priority?: number
}

/** What the request model of a post takes from typed code. */
export type PostInput = Pick<PostFields, 'title'> & Partial<PostFields>

/** What the response model of a post takes: a stored post, of which it shows its own fields (spec §2.2). */
export interface PostAnswer {
  readonly id: number
  readonly title: string
  readonly content: string
  readonly created_at: InputOf<ReturnType<typeof datetime>>
}

/** The rules for a post's fields that an installation can choose, by their name in `POST_RULES`. */
export const postRules = ['basic', 'strict', 'example', 'custom'] as const
export type PostRules = (typeof postRules)[number]

/** The variants of PostResponse, by their name in `POST_RESPONSE`. */
export const postResponses = ['full', 'short'] as const
export type PostResponses = (typeof postResponses)[number]

/** The output of a post's response model; `updated_at` is there where `POST_RESPONSE` is `full`. */
export interface ShownPost {
  readonly id: number
  readonly title: string
  readonly content: string
  readonly created_at: DateTime
  readonly updated_at?: DateTime
}

/** The defaults of an installation that chooses nothing. */
export const usualRules: PostRules = 'custom'
export const usualResponse: PostResponses = 'full'

/** Selects the models of an installation. */
export interface PostModelOptions {
  readonly rules: PostRules
  readonly response: PostResponses
  /** Words that the rules `custom` refuse in a title (spec §2.4.2). */
  readonly prohibitedWords: readonly string[]
}

/** The models that the operations on posts are declared with. In the document each has the same name in every variant. */
export interface PostModels {
  readonly PostCreate: KindClass<PostFields, PostInput>
  readonly PostResponse: KindClass<ShownPost, PostAnswer>
  /** Example posts for the document; none where the installation's prohibited words refuse all of them. */
  readonly examples: Readonly<Record<string, PostFields>>
}

/** Titles of posts, as in the response of the list (spec §4.1). */
export class PostTitles extends Model({
  posts: list(string({ description: 'A title' }), { description: 'The titles, in the order of the list' }),
}) {}

/** What a list shows of a post; its id leads to the rest. */
export class PostSummaryResponse extends Model({
  id: integer(),
  title: string(),
  author_id: nullable(integer(), { description: 'The user who may change it; null if anyone may' }),
  created_at: datetime(),
}) {}

/** The posts of a page, as in the response of the list of summaries. */
export class PostSummaries extends Model({
  posts: list(PostSummaryResponse, { description: 'The summaries, in the order of the list' }),
}) {}

/** The issue for a key that belongs to another post already. */
export class ReusedKey extends Model(issueFields('idempotency_key_reused')) {}

/** The body of a 422 that does not come from validation: the request's key was used before. */
export class ReusedKeys extends Model({ detail: list(ReusedKey) }) {}

/** Creates the models of spec §2.1 to §2.4 that the options select. */
export function createPostModels(options: PostModelOptions): PostModels {
  const PostCreate = requestModels[options.rules](compileProhibitedWords(options.prohibitedWords))
  const { convert } = createConverter(PostCreate)
  const more = options.rules === 'example' ? { tags: ['news'], priority: 3 } : {}
  const examples = exampleTitles.map((title) => ({ title, content: 'Ten characters or more.', ...more }))
  const post = examples.find((example) => convert(example).ok)
  return { PostCreate, PostResponse: responseModels[options.response](), examples: post ? { post } : {} }
}

/** The first title that the installation's prohibited words do not refuse is shown. */
const exampleTitles = ['Hello', 'Good morning', 'Notes of today', '42']

const requestModels: Record<PostRules, (isProhibited: WordDetector) => PostModels['PostCreate']> = {
  /** Spec §2.1, basic variant. */
  basic: () =>
    class PostCreate extends Model({
      title: string(),
      content: string({ default: '' }),
    }) {},

  /** Spec §2.1, stricter variant. */
  strict: () =>
    class PostCreate extends Model({
      title: string({ minLength: 1, maxLength: 200 }),
      content: string({ default: '' }),
    }) {},

  /** Spec §2.3. */
  example: () =>
    class PostCreate extends Model({
      title: string({ minLength: 1, maxLength: 200, description: 'The headline of the post' }),
      content: string({ default: '', description: 'The text of the post' }),
      tags: list(string(), { default: [], maxItems: 10 }),
      priority: integer({ ge: 1, le: 5 }),
    }) {},

  /** Spec §2.4 on top of the stricter variant of §2.1. */
  custom: (isProhibited) =>
    class PostCreate extends Model({
      title: string({ minLength: 1, maxLength: 200 }, after(notBlank), after(refuse(isProhibited))),
      content: string({ default: '' }, after(longEnough)),
    }) {},
}

const responseModels: Record<PostResponses, () => PostModels['PostResponse']> = {
  full: () =>
    class PostResponse extends Model({
      id: integer(),
      title: string(),
      content: string(),
      created_at: datetime(),
      updated_at: datetime(),
    }) {},

  /** Spec §2.2, the variant of the three-stage flow. */
  short: () =>
    class PostResponse extends Model({
      id: integer(),
      title: string(),
      content: string(),
      created_at: datetime(),
    }) {},
}

function notBlank(title: string) {
  const trimmed = strip(title)
  return trimmed === '' ? reject('Title cannot be blank') : trimmed
}

function refuse(isProhibited: WordDetector) {
  return (title: string) => (isProhibited(title) ? reject('Title contains inappropriate content') : title)
}

function longEnough(content: string) {
  const trimmed = strip(content)
  // Twenty UTF-16 units hold at least ten code points.
  const isShort = trimmed !== '' && trimmed.length < 20 && [...trimmed].length < 10
  return isShort ? reject('Content must be at least 10 characters') : trimmed
}
