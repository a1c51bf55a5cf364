import type { JsonSchema } from '@postern/model'
import type { WireRequest } from './wire.ts'

/** Returns the Operation Object in the document for a request; undefined where there is none. */
export function describedOperation(
  { paths }: JsonSchema,
  { method, target }: WireRequest,
): JsonSchema | undefined {
  const path = withoutSlash(target.replace(/\?.*/, ''))
  const templates = Object.keys(Object(paths))
  const template =
    templates.find((each) => withoutSlash(each) === path) ??
    templates.find((each) => patternOf(each).test(path))
  return Object(Object(paths)[template ?? ''])[method === 'HEAD' ? 'get' : method.toLowerCase()]
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${withoutSlash(template).replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '')
}
