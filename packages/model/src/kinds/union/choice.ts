import type { LocationPart } from '../../issues/issue.ts'
import { repeatedOf } from '../../issues/repeated.ts'
import { ownSchema } from '../../schema/description.ts'
import { showPython } from '../../text/python-literal.ts'
import { type Kind, type KindClass, type KindLike, kindOf } from '../kind.ts'
import { type LiteralValue, twinOf } from '../literal.ts'
import { isSource, readProperty, type Source } from '../source.ts'

/** A model that the literal value of one of its fields distinguishes from others. */
export type TaggedModel = KindClass & { readonly fields: Readonly<Record<string, KindLike>> }

/** Models distinguished by a tag: what their tags are, and which one an input is meant for. */
export interface Choice {
  readonly tag: string
  readonly wireName: string
  readonly members: readonly TaggedMember[]
  /** Whether the tag must be hidden. */
  readonly isSecret: boolean
  readonly mistakes: readonly string[]
  /** What pydantic writes in the context of issues. */
  readonly discriminator: string
  readonly expected_tags: string
  readonly read: (input: Source) => unknown
  /** Returns the member that has a given tag, and the location of its issues. */
  readonly meant: (given: unknown) => { readonly kind: Kind; readonly place: LocationPart } | undefined
}

interface TaggedMember {
  readonly kind: Kind
  /** False for what only untyped code gives. */
  readonly isModel: boolean
  /** The tags of the member. */
  readonly values: readonly LiteralValue[]
  readonly wireName: string
  readonly isSecret: boolean
  /** Whether the tag has a `before`, which would run too late: the tag is read as it came. */
  readonly isPrepared: boolean
}

/** Finds the tags of `models` in their field `tag`, which must be a literal in each. */
export function choiceOf(tag: string, models: readonly TaggedModel[]): Choice {
  const members = models.map((model) => memberOf(tag, model))
  const wireName = members[0]?.wireName ?? tag
  const byTag = new Map<unknown, ReturnType<Choice['meant']>>(
    members.flatMap(({ kind, values }) => values.map((value) => [value, { kind, place: placeOf(value) }])),
  )
  const read = (input: Source): unknown => {
    const named = readProperty(input, tag)
    return named === undefined && wireName !== tag ? readProperty(input, wireName) : named
  }
  return {
    tag,
    wireName,
    members,
    isSecret: members.some((member) => member.isSecret),
    mistakes: mistakesOfTags(tag, members),
    discriminator: [...new Set([tag, wireName])].map((name) => `'${name}'`).join(' | '),
    expected_tags: members.flatMap(({ values }) => values.map(showPython)).join(', '),
    read,
    meant: (given) => byTag.get(given) ?? byTag.get(twinOf(given)),
  }
}

/** Returns how pydantic names the member with a tag in locations. */
function placeOf(tag: LiteralValue): LocationPart {
  return typeof tag === 'boolean' ? Number(tag) : (tag ?? 'None')
}

function memberOf(tag: string, model: TaggedModel): TaggedMember {
  const kind = kindOf<unknown, unknown>(model)
  const isModel = 'fields' in model
  const field = isModel ? model.fields[tag] : undefined
  if (field === undefined)
    return { kind, isModel, values: [], wireName: tag, isSecret: false, isPrepared: false }
  const { options, hasBefore: isPrepared = false } = kindOf(field)
  const { alias: wireName = tag, secret: isSecret = false } = options
  return { kind, isModel, values: literalsOf(kindOf(field)), wireName, isSecret, isPrepared }
}

function literalsOf(kind: Kind): readonly LiteralValue[] {
  const schema = ownSchema('input', kind.describe)
  if ('const' in schema) return [schema.const as LiteralValue]
  return Array.isArray(schema.enum) ? schema.enum : []
}

function mistakesOfTags(tag: string, members: readonly TaggedMember[]): string[] {
  const bare = members.filter(({ values }) => values.length === 0)
  const values = members.flatMap((member) => member.values)
  const wireNames = [...new Set(members.map(({ wireName }) => wireName))]
  const prepared = members.filter(({ isPrepared }) => isPrepared)
  return [
    ...(members.length === 0 ? ['discriminated() has no member; write at least one model'] : []),
    ...bare.map((member) => mistakeOfMember(tag, member)),
    ...prepared.map(
      ({ kind }) =>
        `the field ${tag} of ${kind.name} has a before, which runs only once the tag was read; write a before of discriminated(), which gets the object`,
    ),
    ...repeatedOf(values).map((value) => `two members have the tag ${showPython(value)}; change one of them`),
    ...(wireNames.length > 1
      ? [
          `the tag has several names on the wire: ${wireNames.join(', ')}; give it the same alias in all members`,
        ]
      : []),
  ]
}

function mistakeOfMember(tag: string, { kind, isModel }: TaggedMember): string {
  if (isModel)
    return `${kind.name} has no literal field ${tag}, which tells it apart; declare ${tag}: literal([…])`
  const instead =
    kind.name === 'nested'
      ? 'write the model itself, and in a member that contains this choice nested(() => choice)'
      : 'write model classes alone, and put other kinds beside them: union([discriminated(…), …])'
  return `${kind.name} is not a model class; ${instead}`
}

/** Returns the member that an input is meant for. */
export function memberFor(choice: Choice, input: unknown): Kind | undefined {
  return isSource(input) ? choice.meant(choice.read(input))?.kind : undefined
}
