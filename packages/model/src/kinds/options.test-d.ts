import {
  any,
  boolean,
  date,
  datetime,
  decimal,
  discriminated,
  duration,
  email,
  foreign,
  httpUrl,
  integer,
  list,
  literal,
  Model,
  nested,
  nullable,
  number,
  record,
  set,
  string,
  time,
  tuple,
  union,
  uuid,
} from '../index.ts'

class Cat extends Model({ sort: literal(['cat']) }) {}

// Every kind refuses a name that is none of its options, alone and beside one that is.
// @ts-expect-error an integer has no length
integer({ minLength: 1 })
// @ts-expect-error the option is called `le`
integer({ ge: 0, lte: 5 })
// @ts-expect-error misspelled
string({ minLength: 1, maxLenght: 5 })
// @ts-expect-error misspelled
number({ ge: 0, lower: 5 })
// @ts-expect-error misspelled
decimal({ ge: 0, maxDigit: 5 })
// @ts-expect-error misspelled
boolean({ default: true, strikt: true })
// @ts-expect-error misspelled
datetime({ title: 'At', strikt: true })
// @ts-expect-error misspelled
date({ title: 'On', strikt: true })
// @ts-expect-error misspelled
time({ title: 'At', strikt: true })
// @ts-expect-error misspelled
duration({ title: 'Long', strikt: true })
// @ts-expect-error misspelled
email({ maxLength: 9, minLenght: 1 })
// @ts-expect-error misspelled
httpUrl({ maxLength: 9, minLenght: 1 })
// @ts-expect-error misspelled
uuid({ version: 4, strikt: true })
// @ts-expect-error misspelled
any({ title: 'Any', defualt: null })
// @ts-expect-error misspelled
literal(['a'], { default: 'a', nam: 'Letter' })
// @ts-expect-error misspelled
list(string(), { default: [], maxItem: 5 })
// @ts-expect-error misspelled
tuple(string(), { default: [], maxItem: 5 })
// @ts-expect-error misspelled
set(string(), { title: 'Set', maxItem: 5 })
// @ts-expect-error the option is called `keys`
record(string(), { minItems: 1, key: string() })
// @ts-expect-error misspelled
nullable(string(), { default: null, descripton: 'None' })
// @ts-expect-error misspelled
nested(() => Cat, { title: 'Cat', descripton: 'A cat' })
// @ts-expect-error misspelled
union([string(), integer()], { default: 1, descripton: 'Either' })
// @ts-expect-error misspelled
discriminated('sort', [Cat], { title: 'Cat', descripton: 'A cat' })
// @ts-expect-error misspelled
foreign('Cat', Cat, { title: 'Cat', descripton: 'A cat' })

// Options may come from elsewhere, be one of several, or be unknown to the compiler.
const shared = { minLength: 1, maxLength: 5 } as const
string({ ...shared, default: 'one' })
declare const isShort: boolean
string(isShort ? { maxLength: 5 } : { maxLength: 500, pattern: '^[a-z]*$' })
string({ minLength: 1, ...(isShort ? { maxLength: 5 } : {}) })
string(isShort ? {} : { default: '' })
declare const given: Readonly<Record<string, unknown>>
string(given)
list(string(), given)
