import { type Converter, createConverter, Model } from '@postern/model'
import { readJsonLines } from '../scripts/json-lines.ts'
import { isSameValue, shown } from './comparison.ts'
import { declare, type RecordedDeclaration } from './declaration.ts'
import { declarationOf, type FieldCase, readRecorded } from './field-case.ts'
import { type FieldAnswer, fieldDeviations, isRecorded } from './field-deviations.ts'
import { missOf, type Replay, replayOf } from './replay.ts'

/** Replays one file of recorded fields, with and without generated code: both must give the recorded result. */
export function replayFields(file: string): Replay {
  const cases = readJsonLines<FieldCase>(file, readRecorded)
  const converters = new Map<string, readonly Converter<unknown>[]>()
  const judge = (recorded: FieldCase): string | undefined => {
    const declaration = declarationOf(recorded)
    const both = converters.get(declaration) ?? bothConverters(recorded)
    converters.set(declaration, both)
    const [difference] = both.flatMap((converter) => differenceIn(recorded, converter))
    return difference
  }
  const misses = cases.flatMap((recorded) => missOf(recorded.id, () => judge(recorded)) ?? [])
  return replayOf(cases.length, misses)
}

function bothConverters(recorded: FieldCase): readonly Converter<unknown>[] {
  const value = declare(recorded)
  class Body extends Model({ value }) {}
  return [true, false].map((generate) => createConverter(Body, { generate }))
}

function differenceIn(recorded: FieldCase, converter: Converter<unknown>): string[] {
  const answer = answerTo(recorded, converter)
  if (isRecorded(recorded.result, answer)) return []
  const deviation = fieldDeviations.find(({ holdsFor }) => holdsFor(recorded))
  const answerToOther = (input_json: string) => answerTo({ ...recorded, input_json }, converter)
  if (deviation?.allows({ recorded, answer, answerTo: answerToOther }) === true) return []
  const { id, kind, options, input_json } = recorded
  return [
    `${id} ${kind} ${shown(options)} of ${input_json}\n  recorded ${shown(recorded.result)}\n  answered ${shown(answer)}`,
  ]
}

function answerTo(recorded: FieldCase, converter: Converter<unknown>): FieldAnswer {
  const isJson = recorded.source === 'json'
  const result = converter.convert(inputOf(recorded), [isJson ? 'body' : 'query'])
  if (result.ok) return writtenValue(converter, result.value)
  // For an absent parameter the binder reports null as the input, since it knows that nothing encloses it.
  return isJson || recorded.absent !== true
    ? result
    : { ok: false, issues: result.issues.map((issue) => ({ ...issue, input: null })) }
}

function inputOf(recorded: FieldCase): unknown {
  if (recorded.absent === true) return {}
  const value = readRecorded(recorded.input_json ?? '')
  if (recorded.source === 'json') return { value }
  const isMany = takesMany(recorded)
  if (isMany) return { value: Array.isArray(value) ? value : [value] }
  return { value: Array.isArray(value) ? value.at(-1) : value }
}

/** Whether a parameter may occur several times: a list, a tuple, or a union with one. */
function takesMany({ kind, options = {} }: RecordedDeclaration): boolean {
  const { item, members = [] } = options as { item?: RecordedDeclaration; members?: RecordedDeclaration[] }
  if (kind === 'list' || kind === 'tuple') return true
  if (kind === 'optional') return item !== undefined && takesMany(item)
  return kind === 'union' && members.some(takesMany)
}

/** Returns the value as a reply shows it; the written text must equal the serialized value. */
function writtenValue({ kind, write }: Converter<unknown>, value: unknown): FieldAnswer {
  const serialized = JSON.parse(JSON.stringify(kind.serialize(value)))
  const written = write(value)
  return written.ok && !isSameValue(serialized, JSON.parse(written.value))
    ? { ok: true, value: { serialized, written: written.value } }
    : { ok: true, value: serialized.value }
}
