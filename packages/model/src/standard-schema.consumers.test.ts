import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sValidator } from '@hono/standard-validator'
import { createEnv } from '@t3-oss/env-core'
import { Hono } from 'hono'
import { boolean, integer, list, Model, string } from './index.ts'

class Post extends Model({
  title: string({ minLength: 1 }),
  tags: list(string(), { default: [] }),
}) {}

const app = new Hono().post('/posts', sValidator('json', Post), (context) => {
  const { title, tags } = context.req.valid('json')
  const first: string | undefined = tags[0]
  return context.json({ title: title.toUpperCase(), first: first ?? null })
})

function send(body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return Promise.resolve(app.request('/posts', { method: 'POST', headers, body: JSON.stringify(body) }))
}

test('Hono validates with a model, and the handler gets its typed value', async () => {
  const response = await send({ title: 'gate', tags: ['a'], draft: true })
  assert.deepEqual([response.status, await response.json()], [200, { title: 'GATE', first: 'a' }])
})

test('Hono responds with a model’s issues and their paths', async () => {
  const response = await send({ title: '', tags: [1] })
  assert.equal(response.status, 400)
  const answer: unknown = await response.json()
  assert.ok(typeof answer === 'object' && answer !== null && 'error' in answer)
  assert.deepEqual(answer.error, [
    { message: 'String should have at least 1 character', path: ['title'] },
    { message: 'Input should be a valid string', path: ['tags', 0] },
  ])
})

class Settings extends Model({
  PORT: integer({ ge: 1, le: 65_535, default: 8000 }),
  ALLOW_CREDENTIALS: boolean({ default: true }),
}) {}

function readSettings(runtimeEnv: Record<string, string>) {
  return createEnv({
    server: {},
    runtimeEnv,
    createFinalSchema: () => Settings,
    onValidationError: (issues) => {
      throw new RangeError(issues.map(({ path, message }) => `${path?.join('.')}: ${message}`).join('\n'))
    },
  })
}

test('T3 Env reads the environment through a model, which converts strings to numbers and booleans', () => {
  const env = readSettings({ PORT: '80', HOME: '/home' })
  const port: number = env.PORT
  assert.deepEqual([port, env.ALLOW_CREDENTIALS, 'HOME' in env], [80, true, false])
})

test('T3 Env gets an issue for every wrong setting', () => {
  assert.throws(() => readSettings({ PORT: '0', ALLOW_CREDENTIALS: 'perhaps' }), {
    name: 'RangeError',
    message:
      'PORT: Input should be greater than or equal to 1\n' +
      'ALLOW_CREDENTIALS: Input should be a valid boolean, unable to interpret input',
  })
})
