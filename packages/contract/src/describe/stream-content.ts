import { type Description, type JsonSchema, kindOf, list, partSchema, shownValue } from '@postern/model'
import { STREAM_TYPES, type Stream } from '../route/stream.ts'
import { describeExamples, type NamedExamples } from './named-examples.ts'

/**
 * Returns the `content` of a stream. The schema describes all its items as an array, which is what OpenAPI 3.2 §4.14.3
 * specifies for sequential media types and what tools for 3.1 can read. Examples are lists of items.
 *
 * The schema of server-sent events names no type: clients for 3.1 validate the data of each event, or the body as a
 * string, and would refuse either where an array is required.
 */
export function streamContent(
  { framing, item, terminator }: Stream,
  { examples, answers }: { readonly examples: NamedExamples | undefined; readonly answers: Description },
): JsonSchema {
  const whole = list(item)
  if (framing === 'json-lines') {
    const schema = { ...whole.describe(answers), description: 'One item per line' }
    return { [STREAM_TYPES[framing]]: { schema, ...describeExamples(examples, whole) } }
  }
  const contentSchema = partSchema(kindOf(item), answers)
  const data = { type: 'string', contentMediaType: 'application/json', contentSchema }
  const properties = { event: TEXT, data, id: TEXT, retry: { type: 'integer', minimum: 0 } }
  const event = { type: 'object', properties, required: ['data'] }
  const end = terminator === undefined ? '' : `; the data ${terminator} ends a complete one`
  const description = `One item per event, as its data. An event named error ends a stream that failed${end}`
  const events = Object.entries(examples ?? {}).map(([name, items]) => [name, eventsOf(items)])
  return {
    [STREAM_TYPES[framing]]: {
      schema: { items: event, description },
      ...describeExamples(Object.fromEntries(events), undefined),
    },
  }

  function eventsOf(items: unknown): unknown {
    const shown = shownValue(whole, items)
    return Array.isArray(shown) ? shown.map((one: unknown) => ({ data: JSON.stringify(one) })) : shown
  }
}

const TEXT: JsonSchema = { type: 'string' }
