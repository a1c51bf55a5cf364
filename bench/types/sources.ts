/**
 * Returns a program with `count` models, half of them request bodies with six fields and half responses with eight,
 * each built, parsed and read.
 */
export function posternModels(count: number): string {
  return program(count, {
    head: "import { datetime, email, integer, list, Model, nullable, string } from '@postern/model'",
    body: (name) => `export class ${name} extends Model({
  title: string({ minLength: 1, maxLength: 200, description: 'The headline' }),
  content: string({ default: '' }),
  tags: list(string(), { default: [], maxItems: 10 }),
  priority: integer({ ge: 1, le: 5 }),
  email: email(),
  due_at: nullable(datetime(), { default: null }),
}) {}
export function read${name}(input: unknown): string {
  const result = ${name}.safeParse(input)
  return result.ok ? result.value.title + result.value.tags.length : result.issues.length + new ${name}({ title: 'a', priority: 1, email: 'a@example.com' }).content
}`,
    response: (name) => `export class ${name} extends Model({
  id: integer(),
  title: string(),
  content: string(),
  tags: list(string()),
  priority: integer(),
  author: string(),
  created_at: datetime(),
  updated_at: nullable(datetime()),
}) {}
export function read${name}(input: unknown): string {
  const result = ${name}.safeParse(input)
  return result.ok ? result.value.title + result.value.created_at.year : ''
}`,
  })
}

/** Returns the same program with zod. */
export function zodModels(count: number): string {
  return program(count, {
    head: "import { z } from 'zod'",
    body: (name) => `export const ${name} = z.object({
  title: z.string().min(1).max(200).describe('The headline'),
  content: z.string().default(''),
  tags: z.array(z.string()).max(10).default([]),
  priority: z.int().min(1).max(5),
  email: z.email(),
  due_at: z.iso.datetime().nullable().default(null),
})
export type ${name} = z.infer<typeof ${name}>
export function read${name}(input: unknown): string {
  const result = ${name}.safeParse(input)
  const given: z.input<typeof ${name}> = { title: 'a', priority: 1, email: 'a@example.com' }
  return result.success ? result.data.title + result.data.tags.length : result.error.issues.length + ${name}.parse(given).content
}`,
    response: (name) => `export const ${name} = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  tags: z.array(z.string()),
  priority: z.int(),
  author: z.string(),
  created_at: z.date(),
  updated_at: z.date().nullable(),
})
export type ${name} = z.infer<typeof ${name}>
export function read${name}(input: unknown): string {
  const result = ${name}.safeParse(input)
  return result.success ? result.data.title + result.data.created_at.getTime() : ''
}`,
  })
}

/** Returns a program with `count` routes over one body and one response, in a contract, with one handler each. */
export function posternRoutes(count: number): string {
  const numbers = Array.from({ length: count }, (_, index) => index)
  return `import { contract, type Handlers, implement, json, routes } from '@postern/contract'
import { Body0, Response0 } from './postern-models.ts'
import { integer } from '@postern/model'
export const area = routes({ prefix: '/posts', tags: ['posts'] })
${numbers.map(routeSource).join('\n')}
export const declared = contract({ title: 'Posts', version: '1.0.0', routes: { ${numbers.map((i) => `update${i}`).join(', ')} } })
export const handlers: Handlers<{ ${numbers.map((i) => `update${i}: typeof update${i}`).join('; ')} }, null> = {
${numbers.map(handlerSource).join('\n')}
}
export const api = implement(declared, handlers)
`
}

interface Shapes {
  readonly head: string
  readonly body: (name: string) => string
  readonly response: (name: string) => string
}

function program(count: number, { head, body, response }: Shapes): string {
  const models = Array.from({ length: count }, (_, index) => {
    const number = index >> 1
    return index % 2 === 0 ? body(`Body${number}`) : response(`Response${number}`)
  })
  return [head, ...models, 'export {}', ''].join('\n')
}

function routeSource(number: number): string {
  return `export const update${number} = area.put('/${number}/{post_id}', {
  params: { post_id: integer() },
  body: json(Body0),
  response: Response0,
  errors: { 404: 'No such post', 409: 'Changed since' },
})`
}

function handlerSource(number: number): string {
  return `  update${number}: ({ params, body, fail }) =>
    params.post_id === 0 ? fail(404) : { id: params.post_id, title: body.title, content: body.content, tags: body.tags, priority: body.priority, author: body.email, created_at: '2026-01-02T03:04:05Z', updated_at: body.due_at },`
}
