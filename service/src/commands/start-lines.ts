import { describePolicy } from '@postern/contract/cors'
import type { Service } from '../service.ts'
import type { Settings } from '../settings.ts'
import { unreadLines } from './unread-lines.ts'

/** What a start prints: where the service is, what it keeps its records in, and the policy that holds. */
export function startLines(
  settings: Settings,
  { origin, metricsOrigin, database }: Service,
): readonly string[] {
  const { rules, binding, response } = settings.posts
  return [
    `Postern serves ${origin}`,
    `  documentation  ${documentationAt(origin, settings)}`,
    `  database       ${database}`,
    ...(metricsOrigin === undefined ? [] : [`  metrics        ${metricsOrigin}/metrics`]),
    `  posts          rules ${rules}, binding ${binding}, response ${response}`,
    ...describePolicy(settings.policy).map((line) => `  ${line}`),
    ...unreadLines(settings).map((line) => `  ${line}`),
    'Stop with Ctrl-C',
  ]
}

function documentationAt(origin: string, { documentation, rootPath }: Settings): string {
  if (documentation === 'off') return 'off'
  // Under a root path the pages work where the proxy is, and not here.
  const at = rootPath === '' ? origin : rootPath
  const places = `${at}/docs  ${at}/redoc  ${at}/openapi.json`
  return documentation === 'users' ? `${places}  for users who are signed in` : places
}
