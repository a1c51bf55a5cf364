import { root } from './root.ts'
import { dependencies } from './rules/dependencies.ts'
import { documentedNames } from './rules/documented-names.ts'
import { escapes } from './rules/escapes.ts'
import { exportForms } from './rules/export-forms.ts'
import { exportsMaps } from './rules/exports-maps.ts'
import { fileNames } from './rules/file-names.ts'
import { fileSizes } from './rules/file-sizes.ts'
import { layers } from './rules/layers.ts'
import { leftovers } from './rules/leftovers.ts'
import { runtimeImports } from './rules/runtime-imports.ts'
import { type Rule, readWorkspace } from './rules/workspace.ts'

const rules: readonly Rule[] = [
  layers,
  runtimeImports,
  dependencies,
  fileSizes,
  fileNames,
  exportForms,
  exportsMaps,
  escapes,
  documentedNames,
  leftovers,
]

const workspace = readWorkspace(root)
const problems = rules.flatMap((rule) => rule(workspace))
for (const { path, line, message } of problems) console.log(`${path}:${line} ${message}`)
console.log(`${rules.length} rules, ${workspace.files.length} files, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
