import { packageManifests } from './entry-points.ts'
import { importsOf } from './imports.ts'
import { shippedFiles } from './shipped-files.ts'
import { type Problem, problemAt, type SourceFile, type Workspace } from './workspace.ts'

/** A package declares what it imports, and every dependency has its reason in `decisions/`. */
export function dependencies(workspace: Workspace): Problem[] {
  const shipped = shippedFiles(workspace)
  const decisions = workspace.files
    .filter(({ path }) => path.startsWith('decisions/'))
    .map(({ text }) => text)
  return packageManifests(workspace).flatMap((manifest) => {
    const declared = Object.keys(dependenciesOf(manifest))
    const unreasoned = declared.filter((name) => !name.startsWith('@postern/') && !isNamed(name, decisions))
    return [
      ...undeclared(manifest, declared, shipped),
      ...unreasoned.map((name) =>
        problemAt(
          manifest,
          manifest.text.indexOf(`"${name}"`),
          `No file in decisions/ says why '${name}' is kept`,
        ),
      ),
    ]
  })
}

function dependenciesOf({ text }: SourceFile): object {
  const manifest: unknown = JSON.parse(text)
  if (typeof manifest !== 'object' || manifest === null || !('dependencies' in manifest)) return {}
  return Object(manifest.dependencies)
}

function isNamed(name: string, texts: readonly string[]): boolean {
  return texts.some((text) => text.includes(`\`${name}\``))
}

function undeclared(
  manifest: SourceFile,
  declared: readonly string[],
  shipped: ReadonlySet<SourceFile>,
): Problem[] {
  const folder = manifest.path.replace(/package\.json$/, '')
  const sources = [...shipped].filter(({ path }) => path.startsWith(`${folder}src/`))
  return sources.flatMap((file) =>
    importsOf(file)
      .filter(({ specifier }) => /^[@a-z]/.test(specifier) && !specifier.includes(':'))
      .filter(({ specifier }) => !declared.includes(packageName(specifier)))
      .map(({ specifier, offset }) => problemAt(file, offset, `'${specifier}' is not in ${manifest.path}`)),
  )
}

function packageName(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier
}
