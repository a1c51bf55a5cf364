import { root } from './root.ts'
import { isProgram, type Problem, problemAt, readWorkspace, type SourceFile } from './rules/workspace.ts'
import { type SpecSection, specSections } from './spec-sections.ts'

/** A test, or one row of a test's data, that names the sections it covers: `§2.4.1 a blank title is refused`. */
interface Scenario {
  readonly name: string
  readonly sections: readonly string[]
  readonly place: Problem
}

const programs = readWorkspace(root).files.filter(isProgram)
const scenarios = programs.filter(({ path }) => !path.startsWith('scripts/')).flatMap(scenariosOf)

const uncovered: SpecSection[] = []
for (const one of specSections) {
  const found = scenarios.filter((scenario) => holds(scenario, one))
  console.log(`${one.section} ${one.says}${one.empty ? ' (nothing to hold)' : ''}`)
  for (const { name, place } of found) console.log(`    ${name}  (${place.path}:${place.line})`)
  if (found.length === 0 && !one.empty) uncovered.push(one)
}
const unknown = scenarios.flatMap(unknownSections)
for (const { path, line, message } of unknown) console.log(`${path}:${line} ${message}`)
const unrun = unrunFiles()
for (const path of unrun) console.log(`${path} is not in service/test/all-scenarios.ts, so no test runs it`)
for (const { section, says } of uncovered) console.log(`no scenario holds ${section} ${says}`)
console.log(
  `${specSections.length - uncovered.length} of ${specSections.length} held by ${scenarios.length} scenarios`,
)
process.exitCode = uncovered.length + unknown.length + unrun.length > 0 ? 1 : 0

function scenariosOf(file: SourceFile): Scenario[] {
  const named = file.code.matchAll(/\b(?:test|it|suite|describe)\(\s*(['"`])(§(?:\\.|(?!\1).)*)\1/g)
  const listed = file.code.matchAll(/\bsection:\s*(['"`])(§[^'"`]*)\1/g)
  return [
    ...[...named].map(({ 2: name = '', index }) => scenario(file, name, index)),
    ...[...listed].map(({ 2: section = '', index }) =>
      scenario(file, `${section} ${title(file, index)}`, index),
    ),
  ]
}

/** Returns the service's scenario files that its tests do not import. */
function unrunFiles(): string[] {
  const tests = 'service/test/'
  const list = programs.find(({ path }) => path === `${tests}all-scenarios.ts`)?.text ?? ''
  const paths = new Set(scenarios.map(({ place }) => place.path))
  return [...paths].filter(
    (path) => path.startsWith(`${tests}scenarios/`) && !list.includes(path.slice(tests.length)),
  )
}

function scenario(file: SourceFile, name: string, offset: number): Scenario {
  // Placeholders of a template are removed: their values are not known here.
  const text = name.replaceAll(/\$\{[^}]*\}/g, '')
  const head = /^(?:§[\d.]*\d(?:\s*(?:,|and)\s*(?=§))?\s*)+/.exec(text)?.[0] ?? ''
  return { name: text, sections: head.match(/§[\d.]*\d/g) ?? [], place: problemAt(file, offset, '') }
}

/** Returns the name or title in the same object as a `section:`. */
function title({ code, skeleton }: SourceFile, offset: number): string {
  const start = skeleton.lastIndexOf('{', offset)
  const end = skeleton.indexOf('}', offset)
  const object = code.slice(start, end < 0 ? undefined : end)
  return /\b(?:title|name|scenario):\s*(['"`])((?:\\.|(?!\1).)*)\1/.exec(object)?.[2] ?? ''
}

function holds({ name, sections }: Scenario, { section, mentions }: SpecSection): boolean {
  return sections.includes(section) && (mentions?.test(name) ?? true)
}

function unknownSections({ sections, place }: Scenario): Problem[] {
  const known = new Set(specSections.flatMap(({ section }) => parents(section)))
  const strange = sections.filter((section) => !known.has(section))
  return strange.map((section) => ({ ...place, message: `the specification has no ${section}` }))
}

/** Returns a section and those that contain it: `§2.4.1` is part of `§2.4`, which is part of `§2`. */
function parents(section: string): string[] {
  const parts = section.split('.')
  return parts.map((_, i) => parts.slice(0, i + 1).join('.'))
}
