import { usualPace, type Pace } from '#areas/integrations/index.ts'
import type { SafeFetch } from '#kernel/http.ts'
import { silentLog } from '#kernel/log.ts'
import type { Mail } from '#kernel/mail.ts'
import type { ConfiguredWebhooks } from '#kernel/webhook.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'
import { createLoop } from '#platform/jobs/loop.ts'
import { createDeliveries, type Deliveries } from '#work/deliver.ts'

import type { stage } from './stage.ts'

type Stage = Awaited<ReturnType<typeof stage>>

/** The normal pace, scaled down to milliseconds. */
export const quickPace: Pace = {
  ...usualPace,
  debounceMs: 20,
  pausesMs: [0, 10, 20, 30, 40, 50, 60, 70, 80, 90],
  timeoutMs: 250,
  leaseMs: 1000,
  probeEveryMs: 60,
}

type Options = { pace?: Pace; webhooks: ConfiguredWebhooks; fetch?: SafeFetch; mail?: Mail; everyMs?: number }

/** A worker that sends, as a server's does. `die` ends it like a kill: what it holds stays taken. */
export function startSender(on: Stage, { pace = quickPace, webhooks, fetch, mail, everyMs = 10 }: Options) {
  const outbound = openOutbound({ opened: ['127.0.0.0/8'] })
  let isDead = false
  const deliveries: Deliveries = createDeliveries({
    database: on.database,
    fetch: async (address, rules) => {
      const answer = await (fetch ?? outbound.fetch)(address, rules)
      // A killed worker marks nothing.
      return isDead ? new Promise<never>(() => {}) : answer
    },
    sealing: on.sealing,
    webhooks,
    ...(mail === undefined ? {} : { mail }),
    baseUrl: () => 'https://masthead.test',
    log: silentLog,
    pace,
  })
  const stopping = new AbortController()
  const loop = createLoop({
    name: 'deliveries',
    everyMs,
    round: () => deliveries.round(stopping.signal, () => loop.wake()),
    log: silentLog,
  })
  loop.start()
  return {
    async stop() {
      stopping.abort()
      await loop.stop()
      await deliveries.stop()
      await outbound.close()
    },
    async die() {
      isDead = true
      stopping.abort()
      await loop.stop()
    },
  }
}
