import type { Contract, Incoming } from '@postern/contract'

/** The classes of requests that are limited separately. */
export type RequestClass = 'sign-in' | 'sign-up' | 'write' | 'read'

/** Returns the class of a request; undefined for those that are never limited: probes, and the preflights of browsers. */
export type Classify = (incoming: Pick<Incoming, 'method' | 'path'>) => RequestClass | undefined

/** Operations that cost more than others or attract guessing: each compares a password or creates a user. */
const guarded: Readonly<Record<string, RequestClass>> = {
  issueToken: 'sign-in',
  signIn: 'sign-in',
  changePassword: 'sign-in',
  signUp: 'sign-up',
}

/** Creates a classifier for the operations of a contract; a request that matches none is classified by its method. */
export function createClassifier({ routes }: Contract): Classify {
  const classes = new Map<string, RequestClass | undefined>(
    Object.entries(routes).map(([name, { method, path }]) => [`${method} ${plainPath(path)}`, guarded[name]]),
  )
  return ({ method, path }) => {
    if (method === 'OPTIONS') return undefined
    const plain = plainPath(path)
    if (plain.startsWith('/health/')) return undefined
    const reads = method === 'GET' || method === 'HEAD'
    return classes.get(`${method} ${plain}`) ?? (reads ? 'read' : 'write')
  }
}

/** Returns the path by which operations are found: decoded, in either slash form. */
function plainPath(path: string): string {
  const plain = decoded(path)
  return plain.endsWith('/') ? plain.slice(0, -1) : plain
}

function decoded(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    // A path that is not valid UTF-8 is none of ours.
    return path
  }
}
