import { foreign, type JsonSchema } from '@postern/model'

/** A schema of another library that accepts anything, with `input` and `output` as its JSON Schemas. */
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
