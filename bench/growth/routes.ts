import { join } from 'node:path'
import { type Figure, joinFigures, type Series } from '../harness/samples-file.ts'
import { runForJson } from './child.ts'
import type { Part } from './part.ts'

/** Measures applications with 10 to 10,000 routes, each in a separate process, the peers in turn. */
export function measureRoutes(rounds: number): Part {
  const figures: Figure[] = []
  for (const at of [10, 100, 1000, 10_000]) {
    for (let round = 0; round < rounds; round++) {
      for (const peer of ['postern', 'hono', 'fastify']) {
        const measured = runForJson(['node', ENTRY, peer, String(at)]) as Record<string, number>
        for (const [name, about] of Object.entries(WORKS)) {
          const figure = measured[name]
          if (figure === undefined) continue
          const value = Number(figure.toPrecision(4))
          figures.push({ suite: 'growth', peer, runtime: 'node', at, ...about, value })
        }
      }
    }
  }
  return { series: joinFigures(figures) }
}

const ENTRY = join(import.meta.dirname, 'measure-routes.ts')

const WORKS: Readonly<Record<string, Pick<Series, 'scenario' | 'metric' | 'unit'>>> = {
  start: { scenario: 'start, routes', metric: 'time', unit: 'ms' },
  memory: { scenario: 'memory, routes', metric: 'memory', unit: 'MB' },
  lookup: { scenario: 'request without a socket, routes', metric: 'time', unit: 'µs' },
  description: { scenario: 'document, routes', metric: 'time', unit: 'ms' },
}
