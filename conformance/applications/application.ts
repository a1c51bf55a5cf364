import type { Api } from '@postern/contract'
import type { Rules } from './models.ts'
import { type Binding, postsApplication } from './posts.ts'
import { probeApplication } from './probe.ts'
import { uploadsApplication } from './uploads.ts'

/** Returns the application behind a recorded variant, declared with this library; `uploads` has no recording. */
export function applicationOf(variant: string): Api {
  if (variant === 'probe') return probeApplication()
  if (variant === 'uploads') return uploadsApplication()
  const [binding, rules = 'basic'] = variant.split('-')
  return postsApplication(binding as Binding, rules as Rules)
}
