export { createConverter, type Converter, type ConverterOptions } from './converter.ts'
export { type Field, fieldOf } from './field.ts'
export type { Fields, ModelInput, ModelOutput } from './infer.ts'
export type { Issue, IssueContext, LocationPart } from './issues/issue.ts'
export { INVALID, type Invalid, type Result } from './issues/result.ts'
export { ValidationError } from './issues/validation-error.ts'
export { Conversion } from './kinds/conversion.ts'
export type { InputOf, OutputOf } from './kinds/inference.ts'
export { type DescribedField, fieldSchema } from './kinds/field-schema.ts'
export {
  defaultOf,
  type FieldOptions,
  hasDefault,
  KIND,
  type Kind,
  type KindClass,
  type KindLike,
  kindOf,
} from './kinds/kind.ts'
export type { Extra } from './kinds/model-kind.ts'
export { after, before, Rejection, reject, type Step } from './kinds/step.ts'
export { type StringOptions, string } from './kinds/string.ts'
export { Model, type ModelClass, type ModelOptions } from './model.ts'
export { type Definable, Description } from './schema/description.ts'
export type { Direction, JsonSchema } from './schema/json-schema.ts'
