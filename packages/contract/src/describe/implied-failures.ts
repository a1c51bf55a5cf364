import { isUnsafe, type Operation } from '../route/operation.ts'

/**
 * Returns the failures that an operation has without declaring them, each with its description: they follow from what
 * it reads. What is refused before an operation is found (404, 405, 417, 431, 501) belongs to none.
 */
export function impliedFailures({ method, declaration }: Operation): [number, string][] {
  const { security, body } = declaration
  const reads = [declaration.params, declaration.query, declaration.headers, declaration.cookies]
  const validates = body?.declared !== undefined || reads.some((declared) => declared !== undefined)
  const sentUnasked = security !== undefined && (security.cookie !== undefined || security.basic)
  const implied: [boolean, number, string][] = [
    // Also for raw bytes and forms: their chunks may be broken.
    [body !== undefined, 400, 'The body cannot be read'],
    [security !== undefined, 401, 'Not authenticated'],
    [sentUnasked && isUnsafe(method), 403, 'The origin is not allowed to use these credentials'],
    [body !== undefined, 408, 'The body did not arrive in time'],
    [body !== undefined, 413, 'Content Too Large'],
    [validates, 422, 'Validation Error'],
    [true, 500, 'Internal Server Error'],
  ]
  return implied.filter(([applies]) => applies).map(([, status, description]) => [status, description])
}
