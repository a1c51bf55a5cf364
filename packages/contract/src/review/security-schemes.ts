import { shownGiven } from '@postern/model'
import { isNamed } from '../named-object.ts'
import { mistypedOptions, type OptionType, unknownOptions } from '../option-mistakes.ts'
import { bearerType } from '../route/scheme-names.ts'
import type { Security, SecurityScheme, TokenSource } from '../route/security.ts'
import { COMPONENT_LETTERS, isComponentName } from './names.ts'

/**
 * Returns every mistake in what the document is to say about the places of a token, each with what to write instead.
 */
export function reviewSchemes(security: Security): string[] {
  const { bearer, basic, header, cookie, schemes } = security
  const isRead = { bearer, basic, header: header !== undefined, cookie: cookie !== undefined }
  // OpenAPI 3.1 §4.8.27: only `type: http` has a format.
  const hasFormat = { bearer: bearerType(security) === 'bearer', basic: false, header: false, cookie: false }
  const used = (Object.keys(isRead) as TokenSource[]).flatMap((place) => {
    const scheme = schemes[place]
    return scheme === undefined ? [] : [{ place, scheme, owner: `schemes.${place}` }]
  })
  return [
    ...unknownOptions('schemes', schemes, isRead),
    ...used
      .filter(({ place }) => !isRead[place])
      .map(({ place, owner }) => `${owner} describes what is not read; add ${place}, or remove it`),
    ...used
      .filter(({ place, scheme }) => scheme.bearerFormat !== undefined && !hasFormat[place])
      .map(({ owner }) => `${owner}.bearerFormat is only for a bearer token without URLs; remove it`),
    ...used.flatMap(({ owner, scheme }) => [
      ...unknownOptions(owner, scheme, OPTIONS),
      ...reviewName(owner, scheme),
    ]),
  ]
}

function reviewName(owner: string, { name }: SecurityScheme): string[] {
  if (name === undefined || isComponentName(name)) return []
  return [`${owner}.name is ${JSON.stringify(name)}; write it in ${COMPONENT_LETTERS}`]
}

/** Returns the mistakes of schemes whose type is so wrong that nothing can be made of them. */
export function mistypedSchemes(schemes: unknown): string[] {
  const instead = "write { bearer: { name: 'Staff' } } or the like"
  if (!isNamed(schemes)) return [`schemes is ${shownGiven(schemes)}; ${instead}`]
  return Object.entries(schemes).flatMap(([place, scheme = {}]) =>
    isNamed(scheme)
      ? mistypedOptions(scheme, OPTIONS).map((mistake) => `schemes.${place}.${mistake}`)
      : [`schemes.${place} is ${shownGiven(scheme)}; ${instead}`],
  )
}

const OPTIONS = {
  name: 'string',
  description: 'string',
  bearerFormat: 'string',
} satisfies Record<keyof SecurityScheme, OptionType>
