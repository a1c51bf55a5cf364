export { type CamelCased, camelCase } from './camel-case.ts'
export { type Exclusions, exclusionsOf } from './compile/code.ts'
export { type Converter, type ConverterOptions, createConverter } from './converter.ts'
export { fieldOf } from './field.ts'
export type { Fields, ModelInput, ModelOutput } from './infer.ts'
export { DeclarationError } from './issues/declaration-error.ts'
export { HIDDEN, withoutEcho } from './issues/echo.ts'
export type { Issue, IssueContext, LocationPart } from './issues/issue.ts'
export { INVALID, type Invalid, type Result } from './issues/result.ts'
export { shownGiven } from './issues/shown-given.ts'
export { ValidationError } from './issues/validation-error.ts'
export { any } from './kinds/any.ts'
export { type BooleanOptions, boolean } from './kinds/boolean.ts'
export { Conversion } from './kinds/conversion.ts'
export { type DateOptions, date } from './kinds/date.ts'
export { type DateTimeOptions, datetime } from './kinds/datetime.ts'
export { type DecimalOptions, decimal } from './kinds/decimal.ts'
export { discriminated } from './kinds/discriminated.ts'
export { type DurationOptions, duration } from './kinds/duration.ts'
export { type EmailOptions, email } from './kinds/email.ts'
export {
  fieldSchema,
  isShown,
  parameterSchema,
  partSchema,
  shownDefault,
} from './kinds/field-schema.ts'
export { foreign } from './kinds/foreign.ts'
export type { ForeignIssue, ForeignResult, ForeignSchema } from './kinds/foreign-schema.ts'
export { type HttpUrlOptions, httpUrl } from './kinds/http-url.ts'
export type { InputOf, IsOptional, KnownOptions, OutputOf } from './kinds/inference.ts'
export { type IntegerOptions, integer } from './kinds/integer.ts'
export {
  defaultOf,
  type Field,
  type FieldOptions,
  hasDefault,
  type Kind,
  type KindClass,
  type KindLike,
  kindOf,
  takesText,
} from './kinds/kind.ts'
export { type ListOptions, list } from './kinds/list.ts'
export { type LiteralOptions, type LiteralValue, literal } from './kinds/literal.ts'
export type { Extra } from './kinds/model/model-shape.ts'
export { nested } from './kinds/nested.ts'
export { nullable } from './kinds/nullable.ts'
export { type NumberOptions, number } from './kinds/number.ts'
export { type RecordOptions, record } from './kinds/record.ts'
export { misplacedOptions } from './kinds/review/misplaced-options.ts'
export { mistakesOf } from './kinds/review/mistakes.ts'
export { type SetOptions, set } from './kinds/set.ts'
export { shownValue } from './kinds/shown-value.ts'
export {
  type After,
  after,
  type Before,
  before,
  Rejection,
  reject,
  rejectAt,
  type Step,
} from './kinds/step.ts'
export { type StringOptions, string } from './kinds/string.ts'
export { type TimeOptions, time } from './kinds/time.ts'
export { type TupleOptions, tuple } from './kinds/tuple.ts'
export type { TaggedModel } from './kinds/union/choice.ts'
export { union } from './kinds/union.ts'
export { type UuidOptions, uuid } from './kinds/uuid.ts'
export { Model, type ModelClass, type ModelOptions } from './model.ts'
export { type Definable, Description } from './schema/description.ts'
export { schemaDocument } from './schema/document.ts'
export type { Direction, JsonSchema } from './schema/json-schema.ts'
export type { StandardJsonSchemaOptions, StandardResult, StandardSchema } from './standard-schema.ts'
export { PlainDate } from './text/date.ts'
export { DateTime } from './text/datetime.ts'
export { Decimal, type DecimalFields } from './text/decimal.ts'
export { Duration } from './text/duration.ts'
export { PlainTime } from './text/time.ts'
export type { DateTimeFields } from './text/time-part.ts'
