import { describeVersions } from '../harness/installed.ts'
import { describeMachine, watchLoad } from '../harness/machine.ts'
import { type CaseResult, type MeasureOptions, measureSerialization, measureValidation } from './measure.ts'
import { PACKAGES } from './peer.ts'
import { ajvPeer } from './peers/ajv.ts'
import { arktype } from './peers/arktype.ts'
import { fastJson, fastJsonNative, jsonStringify } from './peers/fast-json-stringify.ts'
import { postern, posternAnyText, posternClass, posternWriter } from './peers/postern.ts'
import { typebox, typeboxCheck, typeboxPipeline } from './peers/typebox.ts'
import { valibot } from './peers/valibot.ts'
import { zod, zodCompiled, zodCompiledParse, zodWriter } from './peers/zod.ts'
import { formatResults } from './report.ts'
import { asFastAs, formatTargets, type Target, timesFasterThan, within } from './targets.ts'

/** The results of a comparison. */
export interface ModelComparison {
  readonly results: readonly CaseResult[]
  /** The state of the targets, one line each. */
  readonly targets: readonly string[]
}

/** Prints the table of the model library and its peers on this runtime, and the state of the targets. */
export function compareModels(options: MeasureOptions): ModelComparison {
  const load = watchLoad()
  const validation = measureValidation(validators, options)
  const serialization = measureSerialization(writers, options)
  const targets = [
    ...formatTargets(validationTargets, validation),
    ...formatTargets(serializationTargets(), serialization),
  ]
  const sections = [
    describeMachine(),
    describeVersions(PACKAGES),
    load(),
    '',
    'Validate: time a call, and how many times that of Postern',
    formatResults(validators, validation),
    '',
    'Serialize to bytes: time a call, and how many times that of Postern',
    formatResults(writers, serialization),
    '',
    ...targets,
  ]
  console.log(sections.join('\n'))
  return { results: [...validation, ...serialization], targets }
}

const validators = [
  postern,
  posternAnyText,
  posternClass,
  zodCompiledParse,
  zodCompiled,
  zod,
  typebox,
  typeboxPipeline,
  typeboxCheck,
  ajvPeer,
  valibot,
  arktype,
]

const writers = [posternWriter, jsonStringify, fastJson, fastJsonNative, zodWriter]

const sameWork = [zodCompiledParse, zodCompiled, zod, typebox, typeboxPipeline, ajvPeer, valibot, arktype]

const validationTargets: readonly Target[] = [
  ...['flat', 'nested', 'list of 50'].flatMap((on) => [
    asFastAs(
      on,
      sameWork.map(({ name }) => name),
    ),
    timesFasterThan(on, zod.name, 5),
  ]),
  timesFasterThan('lax', typeboxPipeline.name, 10),
  timesFasterThan('two errors', zod.name, 5),
  within('two errors', 1000),
]

/** fast-json-stringify is a target on the engine whose `JSON.stringify` is slow; elsewhere the engine's own is. */
function serializationTargets(): Target[] {
  const isNode24 = process.versions.bun === undefined && process.versions.node.startsWith('24.')
  return ['one', 'Date objects', 'list of 50', 'extra fields', 'unicode', 'escapes'].flatMap((on) => [
    ...(isNode24 ? [timesFasterThan(on, fastJson.name, 1.3)] : []),
    timesFasterThan(on, jsonStringify.name, 0.9),
  ])
}
