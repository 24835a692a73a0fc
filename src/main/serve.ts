import { baseUrlOf } from '#platform/config/config.ts'
import { serveControl } from '#platform/database/control.ts'

import { controlHandler } from './commands/control-commands.ts'
import { configuredWebhooks } from './configured-webhooks.ts'
import type { Counters } from './counters.ts'
import { createHttpServer } from './http/http-server.ts'
import type { Installation } from './installation.ts'
import { type MetricsServer, serveMetrics } from './metrics.ts'
import { openTracing } from './open-tracing.ts'
import { openProduct, type ProductOptions } from './product.ts'
import { requestMetrics } from './request-metrics.ts'

export type Serving = {
  url: string
  installation: Installation
  /** The one-time link of an installation without an organization (account.md#first-set-up). */
  setUpLink: string | undefined
  hasBundle: boolean
  counters(): Counters
  close(how: { delaySeconds: number }): Promise<void>
}

type ServeOptions = Omit<ProductOptions, 'baseUrl' | 'closing' | 'tracing'> & {
  /** Called when all is open, before the first request can come. */
  onOpen?: () => void
}

/** Opens the product and listens. */
export async function serve({ onOpen, ...options }: ServeOptions): Promise<Serving> {
  const { config, log } = options
  let url = ''
  const traces = openTracing(config, log)
  const { tracing } = traces
  const product = await openProduct({ ...options, tracing, baseUrl: () => url, closing: () => server.isClosing() })
  const { maxConnections, trustedProxies, host, port } = config.server
  const requests = requestMetrics(product.callNames)
  const server = createHttpServer({
    dispatch: config.metrics === null ? product.dispatch : requests.counted(product.dispatch),
    ready: product.ready,
    log,
    limits: { maxConnections, trustedProxies },
    tracing: config.traces === null ? undefined : tracing,
  })
  const counters = () => ({ ...product.counters(), ...traces.counts() })
  const { lock } = product.installation.database.backend
  const control =
    lock === null
      ? undefined
      : await serveControl(
          lock.control,
          controlHandler({
            installation: product.installation,
            fetch: product.fetch,
            webhooks: configuredWebhooks(config.webhooks),
            baseUrl: () => url,
            log,
          }),
        )
  onOpen?.()
  let metrics: MetricsServer | undefined
  try {
    metrics = await serveMetrics({ ...product, config, counters, requests, log })
    const listening = await server.listen({ host, port })
    url = baseUrlOf(config.server, listening.port)
  } catch (error) {
    await control?.close()
    await metrics?.close()
    await product.close()
    throw error
  }

  return {
    url,
    installation: product.installation,
    setUpLink: await product.setUpLink(),
    hasBundle: product.hasBundle,
    counters,
    async close(how) {
      product.endStreams()
      await Promise.all([server.close(how), control?.close(), metrics?.close()])
      await product.close()
      await traces.close()
    },
  }
}
