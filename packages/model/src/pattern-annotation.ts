/**
 * Replaces `re2js` in the bundle of a web page, through an alias of the bundler. `pattern` is then an annotation (JSON
 * Schema 2020-12, Core §7.7): it appears in schemas, and only the server checks it. Outside a page a declared pattern
 * is a mistake, because the program may be the server.
 */
export const RE2JS = {
  compile() {
    if (!('document' in globalThis))
      throw new Error('pattern-annotation replaces re2js only in the bundle of a page')
    return { test: () => true }
  },
}
