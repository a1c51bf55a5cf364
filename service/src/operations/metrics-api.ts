import { type Api, contract, implement, rawReply, routes } from '@postern/contract'
import type { Metrics } from './metrics.ts'

/** What the listener for metrics serves: `/metrics`, and no document. It is apart from the service, so that no visitor reaches it. */
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
