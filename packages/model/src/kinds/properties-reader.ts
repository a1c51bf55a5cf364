import { generatedFunction } from '../compile/generated-function.ts'
import { readExpression, readProperty, type Source } from './source.ts'

/** Reads the properties of an object into a new list, in the order of their names. */
export type PropertiesReader = (source: Source) => unknown[]

/** The reader of these names, made at its first use. Its code is generated where that is allowed: properties that the code
 *  names are found faster than those that a variable does. */
export function propertiesReader(names: readonly string[]): PropertiesReader {
  let read: PropertiesReader | undefined
  return (source) => {
    read ??= generatedReader(names) ?? composedReader(names)
    return read(source)
  }
}

function generatedReader(names: readonly string[]): PropertiesReader | undefined {
  const values = names.map((name) => readExpression('source', name))
  const source = `"use strict"; return (source) => [${values.join(', ')}];`
  return generatedFunction([], source)?.() as PropertiesReader | undefined
}

function composedReader(names: readonly string[]): PropertiesReader {
  return (source) => names.map((name) => readProperty(source, name))
}
