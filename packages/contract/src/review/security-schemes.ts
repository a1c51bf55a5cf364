import { isNamed, mistypedOptions, type OptionType } from '../mistyped-options.ts'
import type { Security, SecurityScheme, TokenSource } from '../route/security.ts'
import { shownGiven } from '../shown-given.ts'
import { unknownOptions } from '../unknown-options.ts'

/** Every mistake in what the document is to say of the places of a token, each with what to write instead. */
export function reviewSchemes({ schemes, ...security }: Security): string[] {
  const { bearer, basic, header, cookie } = security
  const isRead = { bearer, basic, header: header !== undefined, cookie: cookie !== undefined }
  const places = Object.keys(isRead) as TokenSource[]
  const used = places.filter((place) => schemes[place] !== undefined)
  return [
    ...unknownOptions('schemes', schemes, isRead),
    ...used
      .filter((place) => !isRead[place])
      .map((place) => `schemes.${place} tells of what is not read; give ${place} too, or remove it`),
    ...used
      .filter(
        (place) => schemes[place]?.bearerFormat !== undefined && !(place === 'bearer' && hasNoUrl(security)),
      )
      .map((place) => `schemes.${place}.bearerFormat is told of a bearer token that has no URL; remove it`),
    ...used.flatMap((place) => reviewScheme(`schemes.${place}`, schemes[place] ?? {})),
  ]
}

/** OpenAPI 3.1 §4.8.27: the format is one of `type: http` alone. */
function hasNoUrl({ tokenUrl, openIdConnectUrl }: Pick<Security, 'tokenUrl' | 'openIdConnectUrl'>): boolean {
  return tokenUrl === undefined && openIdConnectUrl === undefined
}

/** OpenAPI 3.1 §4.8.7 has the names. */
function reviewScheme(owner: string, scheme: SecurityScheme): string[] {
  const { name = 'bearer' } = scheme
  const misnamed = `${owner}.name is ${JSON.stringify(name)}; write it in ASCII letters, digits, '.', '_' and '-'`
  return [...unknownOptions(owner, scheme, OPTIONS), ...(/^[\w.-]+$/.test(name) ? [] : [misnamed])]
}

/** What of the schemes is of the wrong type, so that nothing can be made of it. */
export function mistypedSchemes(schemes: unknown): string[] {
  const instead = "give { bearer: { name: 'Staff' } } or the like"
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
