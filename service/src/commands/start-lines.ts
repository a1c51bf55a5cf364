import { describePolicy } from '@postern/contract/cors'
import type { Service } from '../service.ts'
import type { Settings } from '../settings.ts'
import { unreadLines } from './unread-lines.ts'

/** Lists what a start prints: the address of the service, where it keeps its records, and the policy in effect. */
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
  // Under a root path the pages work at the proxy, not here.
  const at = rootPath === '' ? origin : rootPath
  const places = `${at}/docs  ${at}/redoc  ${at}/openapi.json`
  return documentation === 'users' ? `${places}  for users who are signed in` : places
}
