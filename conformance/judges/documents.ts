import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describeContract, errorDialect } from '@postern/contract'
import { type JsonSchema, list, Model, nullable, string } from '@postern/model'
import { createContract } from '../../service/src/contract.ts'
import { postRules } from '../../service/src/posts/models.ts'
import { postBindings } from '../../service/src/posts/routes.ts'
import { parseSettings } from '../../service/src/settings.ts'
import { applicationOf } from '../applications/application.ts'
import { library } from './library.ts'
import { openLibrary } from './open-library.ts'

/**
 * Returns every document to be judged, with its name: the service's in each setting, those of the recorded
 * applications, a rich one.
 */
export function judgedDocuments(): readonly (readonly [string, JsonSchema])[] {
  return [
    ...postBindings.flatMap((binding) =>
      postRules.map((rules) => [`service ${binding} ${rules}`, serviceDocument(binding, rules)] as const),
    ),
    ...recordedVariants().map((variant) => [`recorded ${variant}`, applicationOf(variant).document] as const),
    ['library', openLibrary().document],
    ['library, problem details', describeContract(library, { errors: 'problem', rootPath: '/v1' })],
    [
      'library, negotiated errors',
      describeContract(library, { errors: 'negotiated', errorInput: 'redacted' }),
    ],
    ['library, errors of its own', describeContract(library, { errors: sorry, errorInput: 'none' })],
    ['library, type arrays', describeContract(library, { nullable: 'type-array' })],
    ['library, one component a model', describeContract(library, { separateInputOutput: false })],
  ]
}

class Sorry extends Model({ sorry: string(), about: nullable(list(string())) }) {}

const sorry = errorDialect({
  schema: Sorry,
  mediaType: 'application/vnd.sorry+json',
  render: ({ title, issues }) => ({ sorry: title, about: issues?.map(({ msg }) => msg) ?? null }),
})

function serviceDocument(binding: string, rules: string): JsonSchema {
  const { posts } = parseSettings({ POST_BINDING: binding, POST_RULES: rules })
  return describeContract(createContract(posts))
}

function recordedVariants(): string[] {
  const files = globSync('*.json', { cwd: join(import.meta.dirname, '../openapi') })
  return files.map((file) => basename(file, '.json')).sort()
}
