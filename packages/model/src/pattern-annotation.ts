/**
 * For the bundle of a page, in place of `re2js`, by an alias of the bundler: `pattern` is an annotation there (JSON Schema 2020-12,
 * Core §7.7), in schemas and judged by the server alone. In a program that is no page a declared pattern is a mistake, for it may be
 * the server.
 */
export const RE2JS = {
  compile() {
    if (!('document' in globalThis)) throw new Error('only a page takes pattern-annotation in place of re2js')
    return { test: () => true }
  },
}
