import {
  any,
  boolean,
  date,
  datetime,
  decimal,
  discriminated,
  duration,
  email,
  httpUrl,
  integer,
  type KindLike,
  type LiteralValue,
  list,
  literal,
  Model,
  nested,
  nullable,
  number,
  record,
  string,
  type TaggedModel,
  time,
  tuple,
  union,
  uuid,
} from '@postern/model'

/** A recorded declaration: a kind of the reference with its options (README section 1). */
export interface RecordedDeclaration {
  readonly kind: string
  readonly options?: Readonly<Record<string, unknown>>
  readonly default?: unknown
  readonly alias?: string
}

type Options = Readonly<Record<string, unknown>>

/** Makes the same declaration with this library. */
export function declare(recorded: RecordedDeclaration): KindLike {
  const make = makers[recorded.kind]
  if (make === undefined) throw new Error(`The kind ${recorded.kind} is unknown to the runner`)
  const words = {
    ...('default' in recorded && { default: recorded.default }),
    ...(recorded.alias !== undefined && { alias: recorded.alias }),
  }
  return make(recorded.options ?? {}, words)
}

const scalars: Readonly<Record<string, (options: Options) => KindLike>> = {
  str: string,
  int: integer,
  float: number,
  bool: boolean,
  decimal,
  datetime,
  date,
  time,
  timedelta: duration,
  uuid: (options) => uuid(options),
  email,
  url: httpUrl,
  any,
}

const makers: Readonly<Record<string, (options: Options, words: Options) => KindLike>> = {
  ...Object.fromEntries(
    Object.entries(scalars).map(([kind, make]) => [
      kind,
      (options: Options, words: Options) => make({ ...renamed(options), ...words }),
    ]),
  ),
  literal: ({ values }, words) => literal(values as LiteralValue[], words),
  enum: ({ name, values }, words) => literal(values as LiteralValue[], { ...words, name: name as string }),
  list: ({ item, ...options }, words) => list(part(item), { ...renamed(options), ...words }),
  dict: ({ key, value, ...options }, words) =>
    record(part(value), { ...keysOf(key as RecordedDeclaration), ...renamed(options), ...words }),
  tuple: ({ item, items, ...options }, words) =>
    items === undefined
      ? tuple(part(item), { ...renamed(options), ...words })
      : tuple(parts(items), { ...renamed(options), ...words }),
  optional: ({ item }, words) => nullable(part(item), words),
  union: ({ members }, words) => declareUnion(members as RecordedDeclaration[], words),
  discriminated: ({ tag, members }, words) =>
    discriminated(tag as string, parts(members) as TaggedModel[], words),
  model: (options, words) => declareModel(options, words),
}

const optionNames: Readonly<Record<string, string>> = {
  min_length: 'minLength',
  max_length: 'maxLength',
  strip_whitespace: 'strip',
  multiple_of: 'multipleOf',
  allow_inf_nan: 'allowInfNan',
  max_digits: 'maxDigits',
  decimal_places: 'decimalPlaces',
  min_items: 'minItems',
  max_items: 'maxItems',
  populate_by_name: 'populateByName',
}

function renamed(options: Options): Options {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [optionNames[name] ?? name, value]),
  )
}

function part(recorded: unknown): KindLike {
  return declare(recorded as RecordedDeclaration)
}

function parts(recorded: unknown): KindLike[] {
  return (recorded as RecordedDeclaration[]).map(declare)
}

/** A record's keys default to any string. */
function keysOf(key: RecordedDeclaration): Options {
  return key.kind === 'str' && Object.keys(key.options ?? {}).length === 0 ? {} : { keys: declare(key) }
}

/** Python's `A | B | None` is this library's nullable union. Python drops a member that occurs twice. */
function declareUnion(given: readonly RecordedDeclaration[], words: Options): KindLike {
  const members = [...new Map(given.map((member) => [JSON.stringify(member), member])).values()]
  const others = members.filter(({ kind }) => kind !== 'null').map(declare)
  return others.length < members.length ? nullable(union(others), words) : union(others, words)
}

function declareModel({ name, fields, ...options }: Options, words: Options): KindLike {
  const declared = Object.entries(fields as Record<string, RecordedDeclaration>).map(
    ([field, recorded]) => [field, declare(recorded)] as const,
  )
  const className = String(name)
  const model = { [className]: class extends Model(Object.fromEntries(declared), renamed(options)) {} }[
    className
  ]
  if (model === undefined) throw new Error('unreachable')
  return Object.keys(words).length === 0 ? model : nested(() => model, words)
}
