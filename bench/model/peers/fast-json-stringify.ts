import createSerializer, { type Schema } from 'fast-json-stringify'
import type { SerializationPeer } from '../peer.ts'

const response: Schema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    title: { type: 'string' },
    content: { type: 'string' },
    created_at: { type: 'string', format: 'date-time' },
    updated_at: { type: 'string', format: 'date-time' },
  },
  required: ['id', 'title', 'content', 'created_at', 'updated_at'],
}

const responses: Schema = { type: 'array', items: response }

const limitation = 'filters, but does not check that a text is a date or a string well-formed'

/** fast-json-stringify as Fastify uses it. */
export const fastJson: SerializationPeer = {
  name: 'fast-json-stringify',
  limitation,
  one: createSerializer(response),
  list: createSerializer(responses),
}

/** fast-json-stringify, leaving strings to the engine where that is faster. */
export const fastJsonNative: SerializationPeer = {
  name: 'fast-json-stringify, native',
  limitation,
  one: createSerializer(response, { objectMechanism: 'native' }),
  list: createSerializer(responses, { objectMechanism: 'native' }),
}

/** The engine's own function, with nothing around it. */
export const jsonStringify: SerializationPeer = {
  name: 'JSON.stringify',
  limitation: 'checks and filters nothing: extra fields are sent',
  one: (record) => JSON.stringify(record),
  list: (records) => JSON.stringify(records),
}
