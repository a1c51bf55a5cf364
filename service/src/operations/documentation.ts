import type { DocumentsOptions } from '@postern/contract'
import { literal, type OutputOf } from '@postern/model'
import { requiredToken } from '../sessions/security.ts'

/** The variable that sets who sees the document and its pages. */
export const documentationVariable = literal(['public', 'users', 'off'], {
  default: 'public',
  description: 'Who sees /docs, /redoc and /openapi.json: public, users who are signed in, or off for nobody',
})

/** Who sees the document and its pages; `off` is nobody. */
export type Documentation = OutputOf<typeof documentationVariable>

/** Where the pages are for those who may see them; anyone else sees neither the document nor the files of the pages. */
export function documentsFor(documentation: Documentation, rootPath: string): DocumentsOptions | false {
  if (documentation === 'off') return false
  return documentation === 'users' ? { rootPath, security: requiredToken } : { rootPath }
}
