import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describeContract } from '@postern/contract'
import type { JsonSchema } from '@postern/model'
import { createContract } from '../../service/src/app.ts'
import { postRules } from '../../service/src/posts/models.ts'
import { postBindings } from '../../service/src/posts/routes.ts'
import { parseSettings } from '../../service/src/settings.ts'
import { applicationOf } from '../applications/application.ts'
import { library } from './library.ts'
import { openLibrary } from './open-library.ts'

/** Every document that judges look at, by what it is of: the service's in each setting, the recorded applications', a rich one. */
export function judgedDocuments(): readonly (readonly [string, JsonSchema])[] {
  return [
    ...postBindings.flatMap((binding) =>
      postRules.map((rules) => [`service ${binding} ${rules}`, serviceDocument(binding, rules)] as const),
    ),
    ...recordedVariants().map((variant) => [`recorded ${variant}`, applicationOf(variant).document] as const),
    ['library', openLibrary().document],
    ['library, problem details', describeContract(library, { errors: 'problem', basePath: '/v1' })],
  ]
}

function serviceDocument(binding: string, rules: string): JsonSchema {
  const { posts } = parseSettings({ POST_BINDING: binding, POST_RULES: rules })
  return describeContract(createContract(posts))
}

function recordedVariants(): string[] {
  const files = globSync('*.json', { cwd: join(import.meta.dirname, '../openapi') })
  return files.map((file) => basename(file, '.json')).sort()
}
