import { foreign, type JsonSchema } from '@postern/model'

/** A schema of another library that takes anything, whose JSON Schema is `input`, and `output` for what it gives. */
export function described(input: JsonSchema, output: JsonSchema = input) {
  return foreign('Foreign', {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => ({ ...input }), output: () => ({ ...output }) },
    },
  })
}
