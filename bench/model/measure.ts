import { createSink } from '../harness/loop.ts'
import { type Candidate, type Samples, type SamplingOptions, sampleInterleaved } from '../harness/sampling.ts'
import { type Case, serializationCases, type ValidationCase, validationCases } from './cases.ts'
import { assertSerializes, assertValidates } from './conformance.ts'
import type { SerializationPeer, ValidationPeer } from './peer.ts'

/** The samples of one case, by peer. */
export interface CaseResult {
  readonly name: string
  readonly samples: Samples
}

/** What to measure, and for how long. */
export interface MeasureOptions extends Omit<SamplingOptions, 'inputs'> {
  /** Only cases whose name contains this text. Default: all. */
  readonly only?: string
}

/** Compares the peers' results with what each case expects, then times them. Throws where one does other work than declared. */
export function measureValidation(
  peers: readonly ValidationPeer[],
  { only = '', ...options }: MeasureOptions,
): CaseResult[] {
  return Object.entries(validationCases)
    .filter(([, { name }]) => name.includes(only))
    .map(([key, one]) => ({
      one,
      candidates: peers.flatMap((peer) => validationCandidate(peer, key as ValidationCase, one)),
    }))
    .map((prepared) => sampleCase(prepared, options))
}

/** The same for writing records, with each text copied to bytes as for a socket. */
export function measureSerialization(
  peers: readonly SerializationPeer[],
  { only = '', ...options }: MeasureOptions,
): CaseResult[] {
  return serializationCases
    .filter(({ name }) => name.includes(only))
    .map((one) => ({ one, candidates: peers.map((peer) => serializationCandidate(peer, one)) }))
    .map((prepared) => sampleCase(prepared, options))
}

interface PreparedCase {
  readonly one: Case
  readonly candidates: readonly Candidate[]
}

function sampleCase({ one, candidates }: PreparedCase, options: Omit<SamplingOptions, 'inputs'>): CaseResult {
  return { name: one.name, samples: sampleInterleaved(candidates, { ...options, inputs: one.inputs }) }
}

function validationCandidate(peer: ValidationPeer, key: ValidationCase, one: Case): Candidate[] {
  const validate = peer.validate[key === 'invalid' ? 'flat' : key]
  if (validate === undefined || (key === 'invalid' && peer.name.endsWith('.parse'))) return []
  assertValidates(peer, one, validate)
  // Some libraries create their messages only when these are read, so all messages are read here.
  const run = key === 'invalid' ? (input: unknown) => peer.outcome(validate(input)) : validate
  return [{ name: peer.name, run }]
}

function serializationCandidate(peer: SerializationPeer, one: Case): Candidate {
  const write = one.name.startsWith('list') ? peer.list : peer.one
  assertSerializes(peer, one, write)
  return { name: peer.name, run: createSink(write) }
}
