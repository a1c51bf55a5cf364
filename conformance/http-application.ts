import type { Api } from '@postern/contract'
import type { Rules } from './applications/models.ts'
import { type Binding, postsApplication } from './applications/posts.ts'
import { probeApplication } from './applications/probe.ts'

/** The application of a variant's name: `probe`, `raw`, or binding and rules joined with a hyphen. */
export function applicationOf(variant: string): Api {
  if (variant === 'probe') return probeApplication()
  const [binding, rules = 'basic'] = variant.split('-')
  return postsApplication(binding as Binding, rules as Rules)
}
