import { type Problem, problemsMatching, type Workspace } from './workspace.ts'

const forbidden = [
  {
    in: 'text',
    pattern: /(?<![\w.~-])(?:\/(?:work|tmp|home|root|Users)\/[\w.-]|[A-Z]:\\Users\\)/g,
    message: 'A path of one machine',
  },
  { in: 'text', pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/g, message: 'Unfinished business belongs in an issue' },
  { in: 'text', pattern: /\bregistry\.(?:npmjs|yarnpkg)\b/g, message: 'The address of one registry' },
] as const

/** No file contains traces of the machine or the day on which it was written. */
export function leftovers({ files }: Workspace): Problem[] {
  const own = files.filter(({ path }) => !/^scripts\/rules\/(?:leftovers|rules\.test)\.ts$/.test(path))
  return own.flatMap((file) => forbidden.flatMap((one) => problemsMatching(file, one)))
}
