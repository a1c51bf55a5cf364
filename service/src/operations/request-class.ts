import type { Contract, Incoming } from '@postern/contract'

/** The kinds of requests that are limited apart from each other. */
export type RequestClass = 'sign-in' | 'sign-up' | 'write' | 'read'

/** Answers the class of a request; undefined for what is never limited: probes, and the preflights of browsers. */
export type Classify = (incoming: Pick<Incoming, 'method' | 'path'>) => RequestClass | undefined

/** Operations that cost more than others, or that are worth guessing at: every one compares a password or makes a user. */
const guarded: Readonly<Record<string, RequestClass>> = {
  issueToken: 'sign-in',
  signIn: 'sign-in',
  changePassword: 'sign-in',
  signUp: 'sign-up',
}

/** Creates the classes of a contract's operations; what is not found there counts by its method. */
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

/** The path as operations are found by it: decoded, in either slash form. */
function plainPath(path: string): string {
  const plain = decoded(path)
  return plain.endsWith('/') ? plain.slice(0, -1) : plain
}

function decoded(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    // What is no UTF-8 is no path of ours.
    return path
  }
}
