import { type Api, contract, implement, rawReply, routes } from '@postern/contract'
import type { Metrics } from './metrics.ts'

/**
 * Creates the API of the metrics listener: `/metrics`, and no document. It is separate from the service, so no visitor
 * reaches it.
 */
export function createMetricsApi(metrics: Metrics): Api {
  const readMetrics = routes().get('/metrics', {})
  return implement(
    contract({ title: 'Metrics', version: '1.0.0', routes: { readMetrics } }),
    {
      async readMetrics() {
        const text = await metrics.text()
        return rawReply(text, { headers: { 'content-type': metrics.contentType } })
      },
    },
    { documents: false },
  )
}
