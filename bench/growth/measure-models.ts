import { SINK_SIZE } from '../harness/loop.ts'
import type { Series } from '../harness/samples-file.ts'
import { type Candidate, sampleInterleaved } from '../harness/sampling.ts'
import { fieldNameOf, type Size, validatorsOf, writersOf } from './candidates.ts'

// A separate program for each engine: prints the series as JSON.
const rounds = Number(process.argv[2] ?? 7)
const runtime = process.versions.bun === undefined ? 'node' : 'bun'
const sizes: readonly [shape: string, at: number, Size][] = [
  ...[5, 10, 50, 100, 500].map((at): [string, number, Size] => ['fields', at, { fields: at }]),
  ...[1, 10, 100, 1000, 10_000, 100_000].map((at): [string, number, Size] => [
    'items',
    at,
    { fields: 4, items: at },
  ]),
]
const series = sizes.flatMap((size) => measureSize(...size))
process.stdout.write(JSON.stringify(series))

interface Work {
  readonly work: string
  /** Each input, as JSON. */
  readonly text: string
  readonly candidates: readonly Candidate[]
  /** Whether a candidate's result is correct. */
  readonly isDone: (result: unknown) => boolean
}

function measureSize(shape: string, at: number, size: Size): Series[] {
  const valid = textOf(size, 7)
  const works: readonly Work[] = [
    {
      work: 'accept',
      text: valid,
      candidates: validatorsOf(size),
      isDone: (value) => JSON.stringify(value) === valid,
    },
    {
      work: 'explain one error',
      text: textOf(size, -1),
      candidates: validatorsOf(size),
      isDone: (messages) =>
        Array.isArray(messages) && messages.length === 1 && typeof messages[0] === 'string',
    },
    {
      work: 'serialize',
      text: valid,
      candidates: writersOf(size),
      isDone: (bytes) => bytes === Math.min(Buffer.byteLength(valid), SINK_SIZE),
    },
  ]
  const total = size.fields * (size.items ?? 1)
  const count = Math.min(Math.max(Math.ceil(20_000 / total), 2), 256)
  return works.flatMap(({ work, text, candidates, isDone }) => {
    for (const { name, run } of candidates)
      if (!isDone(run(JSON.parse(text)))) throw new Error(`${name} does other work: ${work}, ${shape} ${at}`)
    const inputs = () => Array.from({ length: count }, () => JSON.parse(text))
    const samples = sampleInterleaved(candidates, { inputs, rounds })
    return [...samples].map(
      ([peer, values]): Series => ({
        suite: 'growth',
        scenario: `${work}, ${shape}`,
        peer,
        runtime,
        metric: 'time',
        unit: 'µs',
        at,
        values: values.map((nanoseconds) => Number((nanoseconds / 1000).toPrecision(4))),
      }),
    )
  })
}

/** Returns data of this size as JSON; `first` is the first number of the last object. */
function textOf(size: Size, first: number): string {
  const { fields, items } = size
  const objectOf = (number: number) =>
    Object.fromEntries(
      Array.from({ length: fields }, (_, place) => [
        fieldNameOf(size, place),
        place === 0 ? number : place % 2 === 0 ? place : `text number ${place}`,
      ]),
    )
  if (items === undefined) return JSON.stringify(objectOf(first))
  return JSON.stringify(
    Array.from({ length: items }, (_, place) => objectOf(place === items - 1 ? first : 7)),
  )
}
