import type { Api } from '@postern/contract'
import type { Rules } from './models.ts'
import { type Binding, postsApplication } from './posts.ts'
import { probeApplication } from './probe.ts'
import { uploadsApplication } from './uploads.ts'

/** The application that a recorded variant was answered by, declared with this library; `uploads` is of none. */
export function applicationOf(variant: string): Api {
  if (variant === 'probe') return probeApplication()
  if (variant === 'uploads') return uploadsApplication()
  const [binding, rules = 'basic'] = variant.split('-')
  return postsApplication(binding as Binding, rules as Rules)
}
