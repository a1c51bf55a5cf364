import type { SettingProblem } from './settings-error.ts'

/** The recommended port for metrics. */
export const usualMetricsPort = 9464

/** The variables of the two listeners, after validation. */
export interface ListenerVariables {
  readonly HOST: string
  readonly PORT: number
  readonly METRICS_HOST: string
  readonly METRICS_PORT: number | null
}

/** Reports metrics on the port of the service: the system would only say that another program uses the port. */
export function portProblems({
  HOST,
  PORT,
  METRICS_HOST,
  METRICS_PORT,
}: ListenerVariables): readonly SettingProblem[] {
  const isShared = HOST === METRICS_HOST || everywhere.includes(HOST) || everywhere.includes(METRICS_HOST)
  if (PORT === 0 || METRICS_PORT !== PORT || !isShared) return []
  const reason = 'is also the PORT of the service'
  const correction = `METRICS_PORT=${PORT === usualMetricsPort ? usualMetricsPort + 1 : usualMetricsPort}`
  return [{ variable: 'METRICS_PORT', value: METRICS_PORT, reason, correction }]
}

const everywhere: readonly string[] = ['0.0.0.0', '::']
