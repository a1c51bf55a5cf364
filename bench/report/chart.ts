import { type EChartsOption, init } from 'echarts'
import type { Comparison } from './comparison.ts'
import { isPostern } from './comparison.ts'
import type { Curve } from './curve.ts'
import { formatFigure } from './figures.ts'
import { ACCENT, BACKGROUND, INK, lineColour, NEUTRAL } from './palette.ts'

/** A bar chart of a comparison as SVG, the best on top. */
export function drawBars({ scenario, runtime, metric, unit, lines }: Comparison): string {
  const figures = lines.map(({ figure }) => figure)
  const isWide = Math.max(...figures) > 20 * Math.min(...figures)
  const better = metric === 'rate' ? 'more is better' : 'less is better'
  return draw(110 + lines.length * 30, {
    ...headed(`${scenario}, ${runtime}`),
    grid: { left: 230, right: 80, top: 48, bottom: 52 },
    xAxis: {
      ...axis(`${METRICS[metric]}, ${unit} (${better}${isWide ? '; logarithmic' : ''})`),
      type: isWide ? 'log' : 'value',
      nameGap: 30,
      ...(isWide && { min: 10 ** Math.floor(Math.log10(Math.min(...figures)) - 0.3) }),
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: lines.map(({ peer }) => peer),
      axisLabel: { color: INK },
    },
    series: [
      {
        type: 'bar',
        barWidth: 18,
        data: lines.map(({ peer, figure }) => ({
          value: figure,
          itemStyle: { color: isPostern(peer) ? ACCENT : NEUTRAL },
        })),
        label: {
          show: true,
          position: 'right',
          color: INK,
          formatter: ({ value }) => formatFigure(Number(value)),
        },
      },
    ],
  })
}

/** A growth curve as SVG, both axes logarithmic. */
export function drawLines({ scenario, runtime, metric, unit, lines }: Curve): string {
  const x = lines.flatMap(({ points }) => points.map(([at]) => at))
  return draw(420, {
    ...headed(`${scenario}, ${runtime}`),
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

const METRICS = {
  cpu: 'processor time a request',
  rate: 'rate',
  p50: 'median latency',
  p99: '99th percentile of the latency',
  memory: 'memory',
  time: 'time',
}

/** The x axis by a word in the scenario's name. */
const AXES: readonly (readonly [string, string])[] = [
  ['fields', 'fields of the model'],
  ['items', 'items of the list'],
  ['routes', 'routes'],
  ['connections', 'connections'],
  ['stored', 'stored posts'],
]

const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'pin', 'arrow']

function draw(height: number, option: EChartsOption): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 760, height })
  chart.setOption({
    animation: false,
    backgroundColor: BACKGROUND,
    textStyle: { fontFamily: 'sans-serif' },
    ...option,
  })
  const svg = chart.renderToSVGString()
  chart.dispose()
  // The renderer counts its charts; without the number a chart does not depend on those before it.
  return `${svg.replace(/\bzr\d+-/g, 'zr-')}\n`
}

function headed(text: string): EChartsOption {
  return { title: { text, left: 16, top: 8, textStyle: { color: INK, fontSize: 15 } } }
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
