import { type EChartsOption, init } from 'echarts'
import { median } from '../harness/statistics.ts'
import type { Comparison } from './comparison.ts'
import { isPostern } from './comparison.ts'
import type { Curve } from './curve.ts'
import { formatFigure } from './figures.ts'
import { ACCENT, BACKGROUND, INK, lineColour, NEUTRAL } from './palette.ts'

/** Draws comparisons with one metric on one runtime as SVG: one panel each, with its own axis starting at zero, the best on top. */
export function drawPanels(comparisons: readonly Comparison[]): string {
  const [first] = comparisons
  if (first === undefined) throw new Error('There is nothing to draw')
  const { suite, runtime, metric, unit } = first
  const better = metric === 'rate' ? 'more is better' : 'less is better'
  const columns = comparisons.length === 1 ? 1 : 2
  const tops = topsOf(comparisons, columns)
  const panels = comparisons.map((comparison, place) => {
    const left = (place % columns) * PANEL_WIDTH
    return drawPanel(comparison, { place, left, top: tops[Math.floor(place / columns)] ?? 0 })
  })
  const heading = headed(`${suite}, ${runtime}: ${METRICS[metric]}, ${unit} (${better})`)
  const size = { width: columns * PANEL_WIDTH, height: tops.at(-1) ?? 0 }
  return draw(size, {
    title: [heading, ...panels.map(({ title }) => title)],
    grid: panels.map(({ grid }) => grid),
    xAxis: panels.map(({ xAxis }) => xAxis),
    yAxis: panels.map(({ yAxis }) => yAxis),
    series: panels.map(({ series }) => series),
  })
}

/** Draws a growth curve as SVG, with both axes logarithmic. */
export function drawLines({ scenario, runtime, metric, unit, lines }: Curve): string {
  const x = lines.flatMap(({ points }) => points.map(([at]) => at))
  const size = { width: 760, height: 420 }
  return draw(size, {
    title: headed(`${scenario}, ${runtime}`),
    legend: { top: 34, left: 16, right: 16, itemGap: 28, textStyle: { color: INK } },
    grid: { left: 90, right: 40, top: 92, bottom: 60 },
    xAxis: {
      ...axis(AXES.find(([word]) => scenario.includes(word))?.[1] ?? scenario),
      type: 'log',
      min: Math.min(...x),
      max: Math.max(...x),
      nameGap: 32,
    },
    yAxis: { ...axis(`${METRICS[metric]}, ${unit}`), type: 'log', nameGap: 62 },
    series: lines.map(({ peer, points }, place) => ({
      type: 'line',
      name: peer,
      data: points.map((point) => [...point]),
      symbol: SYMBOLS[place % SYMBOLS.length] ?? 'circle',
      symbolSize: 8,
      lineStyle: { width: isPostern(peer) ? 3 : 2 },
      color: lineColour(peer, place),
    })),
  })
}

const PANEL_WIDTH = 540

/** Returns where each row of panels begins, and where the last one ends. */
function topsOf(comparisons: readonly Comparison[], columns: number): readonly number[] {
  const tops = [44]
  for (let place = 0; place < comparisons.length; place += columns) {
    const row = comparisons.slice(place, place + columns)
    tops.push((tops.at(-1) ?? 0) + 84 + 24 * Math.max(...row.map(({ lines }) => lines.length)))
  }
  return tops
}

interface Place {
  readonly place: number
  readonly left: number
  readonly top: number
}

function drawPanel({ scenario, metric, unit, lines }: Comparison, { place, left, top }: Place) {
  // Peers' bars that are many times as long as the median one are cut and marked, so that the others can be
  // distinguished.
  const own = lines.filter(({ peer }) => isPostern(peer)).map(({ figure }) => figure)
  const longest = Math.max(4 * median(lines.map(({ figure }) => figure)), ...own)
  const data = lines.map(({ peer, figure }) => ({
    value: Math.min(figure, longest),
    itemStyle: { color: isPostern(peer) ? ACCENT : NEUTRAL },
    label: { formatter: formatFigure(figure) + (figure > longest ? ' …' : '') },
  }))
  return {
    title: { text: scenario, left: left + 16, top, textStyle: { color: INK, fontSize: 13 } },
    grid: { left: left + 250, width: 220, top: top + 24, height: 24 * lines.length },
    xAxis: {
      ...axis(`${metric}, ${unit}`),
      type: 'value' as const,
      gridIndex: place,
      nameGap: 24,
      splitNumber: 3,
    },
    yAxis: {
      type: 'category' as const,
      gridIndex: place,
      inverse: true,
      data: lines.map(({ peer }) => peer),
      axisLabel: { color: INK, width: 230, overflow: 'truncate' as const },
    },
    series: {
      type: 'bar' as const,
      xAxisIndex: place,
      yAxisIndex: place,
      barWidth: 15,
      data,
      label: { show: true, position: 'right' as const, color: INK },
    },
  }
}

const METRICS = {
  cpu: 'processor time a request',
  rate: 'rate',
  p50: 'median latency',
  p99: '99th percentile of the latency',
  memory: 'memory',
  time: 'time',
  count: 'count',
  size: 'size',
}

/** The label of the x axis, by a word in the scenario's name. */
const AXES: readonly (readonly [string, string])[] = [
  ['fields', 'fields of the model'],
  ['items', 'items of the list'],
  ['routes', 'routes'],
  ['connections', 'connections'],
  ['stored', 'stored posts'],
]

const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'pin', 'arrow']

interface Size {
  readonly width: number
  readonly height: number
}

function draw(size: Size, option: EChartsOption): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size })
  chart.setOption({
    animation: false,
    backgroundColor: BACKGROUND,
    textStyle: { fontFamily: 'sans-serif' },
    ...option,
  })
  const svg = chart.renderToSVGString()
  chart.dispose()
  // The renderer numbers its charts; without the number a chart does not depend on earlier ones.
  return `${svg.replace(/\bzr\d+-/g, 'zr-')}\n`
}

function headed(text: string) {
  return { text, left: 16, top: 8, textStyle: { color: INK, fontSize: 15 } }
}

function axis(name: string) {
  return {
    name,
    nameLocation: 'middle' as const,
    nameTextStyle: { color: INK },
    axisLabel: { color: INK, formatter: (value: number) => value.toLocaleString('en-US') },
    splitLine: { lineStyle: { color: '#d8dee4' } },
  }
}
