// table: every issue type and its message, the only place where messages are written
import { counted } from '../text/counted.ts'
import type { IssueContext } from './issue.ts'

/** A message, or a function that writes it from the context. */
type Message = string | ((context: IssueContext) => string)

const MESSAGES = {
  missing: 'Field required',
  extra_forbidden: 'Extra inputs are not permitted',
  model_attributes_type: 'Input should be a valid dictionary or object to extract fields from',
  string_type: 'Input should be a valid string',
  string_unicode: 'Input should be a valid string, unable to parse raw data as a unicode string',
  string_too_short: (context) => `String should have at least ${counted(context.min_length, 'character')}`,
  string_too_long: (context) => `String should have at most ${counted(context.max_length, 'character')}`,
  string_pattern_mismatch: ({ pattern }) => `String should match pattern '${pattern}'`,
  bool_type: 'Input should be a valid boolean',
  bool_parsing: 'Input should be a valid boolean, unable to interpret input',
  int_type: 'Input should be a valid integer',
  int_parsing: 'Input should be a valid integer, unable to parse string as an integer',
  int_parsing_size: 'Unable to parse input string as an integer, exceeded maximum size',
  int_from_float: 'Input should be a valid integer, got a number with a fractional part',
  float_type: 'Input should be a valid number',
  float_parsing: 'Input should be a valid number, unable to parse string as a number',
  finite_number: 'Input should be a finite number',
  greater_than: ({ gt }) => `Input should be greater than ${gt}`,
  greater_than_equal: ({ ge }) => `Input should be greater than or equal to ${ge}`,
  less_than: ({ lt }) => `Input should be less than ${lt}`,
  less_than_equal: ({ le }) => `Input should be less than or equal to ${le}`,
  multiple_of: ({ multiple_of }) => `Input should be a multiple of ${multiple_of}`,
  is_instance_of: ({ class: name }) => `Input should be an instance of ${name}`,
  decimal_type: 'Decimal input should be an integer, float, string or Decimal object',
  decimal_parsing: 'Input should be a valid decimal',
  decimal_max_digits: (context) =>
    `Decimal input should have no more than ${counted(context.max_digits, 'digit')} in total`,
  decimal_max_places: (context) =>
    `Decimal input should have no more than ${counted(context.decimal_places, 'decimal place')}`,
  decimal_whole_digits: (context) =>
    `Decimal input should have no more than ${counted(context.whole_digits, 'digit')} before the decimal point`,
  uuid_type: 'UUID input should be a string, bytes or UUID object',
  uuid_parsing: ({ error }) => `Input should be a valid UUID, ${error}`,
  uuid_version: ({ expected_version }) => `UUID version ${expected_version} expected`,
  datetime_type: 'Input should be a valid datetime',
  datetime_parsing: ({ error }) => `Input should be a valid datetime, ${error}`,
  datetime_from_date_parsing: ({ error }) => `Input should be a valid datetime or date, ${error}`,
  date_type: 'Input should be a valid date',
  date_parsing: ({ error }) => `Input should be a valid date in the format YYYY-MM-DD, ${error}`,
  date_from_datetime_parsing: ({ error }) => `Input should be a valid date or datetime, ${error}`,
  date_from_datetime_inexact: 'Datetimes provided to dates should have zero time - e.g. be exact dates',
  time_type: 'Input should be a valid time',
  time_parsing: ({ error }) => `Input should be in a valid time format, ${error}`,
  time_delta_type: 'Input should be a valid timedelta',
  time_delta_parsing: ({ error }) => `Input should be a valid timedelta, ${error}`,
  url_type: 'URL input should be a string or URL',
  url_parsing: ({ error }) => `Input should be a valid URL, ${error}`,
  url_syntax_violation: ({ error }) => `Input violated strict URL syntax rules, ${error}`,
  url_scheme: ({ expected_schemes }) => `URL scheme should be ${expected_schemes}`,
  url_too_long: ({ max_length }) => `URL should have at most ${max_length} characters`,
  literal_error: ({ expected }) => `Input should be ${expected}`,
  enum: ({ expected }) => `Input should be ${expected}`,
  number_unsafe: 'Input should hold no integer beyond ±(2^53−1), which would be rounded',
  list_type: 'Input should be a valid list',
  tuple_type: 'Input should be a valid tuple',
  set_type: 'Input should be a valid set',
  set_item_not_hashable: 'Set items should be hashable',
  dict_type: 'Input should be a valid dictionary',
  too_short: (context) =>
    `${context.field_type} should have at least ${counted(context.min_length, 'item')} after validation, not ${context.actual_length}`,
  too_long: (context) =>
    `${context.field_type} should have at most ${counted(context.max_length, 'item')} after validation, not ${context.actual_length ?? 'more'}`,
  list_unique: ({ first, second }) =>
    `List should have unique items, but items ${first} and ${second} are equal`,
  union_tag_not_found: ({ discriminator }) => `Unable to extract tag using discriminator ${discriminator}`,
  union_tag_invalid: ({ tag, discriminator, expected_tags }) =>
    `Input tag '${tag}' found using ${discriminator} does not match any of the expected tags: ${expected_tags}`,
  union_repeated: 'Input fits no member of its union, as already reported',
  recursion_loop: 'Recursion error - cyclic reference detected',
  value_error: ({ message, reason }) =>
    reason === undefined ? `Value error, ${message}` : `value is not a valid email address: ${reason}`,
} as const satisfies Record<string, Message>

/** The issue types that the library raises. Validators may add their own through `reject`. */
export type IssueType = keyof typeof MESSAGES

/** Whether an issue's type comes from the declaration itself and not from a validator. */
export function isDeclaredRule(type: string): boolean {
  return type !== 'value_error' && Object.hasOwn(MESSAGES, type)
}

/** What is wrong with a value, in words: an issue without its place and value. */
export interface Breach {
  readonly type: string
  readonly message: string
  readonly context?: IssueContext | undefined
}

/** Returns a breach of a known type with the catalog's message, filled in from `context`. */
export function createBreach(type: IssueType, context?: IssueContext): Breach {
  const message: Message = MESSAGES[type]
  return { type, message: typeof message === 'string' ? message : message(context ?? {}), context }
}
