import { type Counters, countersOf } from '#main/counters.ts'
import { type Installation, openInstallation } from '#main/installation.ts'
import { serveMetrics } from '#main/metrics.ts'
import { openServices } from '#main/open-services.ts'
import { openTracing } from '#main/open-tracing.ts'
import { openWorkshop } from '#main/open-workshop.ts'
import { runUntilTold } from '#main/run-until-told.ts'
import type { Surroundings } from '#main/surroundings.ts'
import { baseUrlOf } from '#platform/config/config.ts'
import { createWakeUps } from '#platform/jobs/wake-ups.ts'
import { sealingOfAudit } from '#work/seal-audit.ts'

import { askOrDo } from './beside-server.ts'
import { type Night, nightOf } from './night-of-all.ts'

export const workUsage = 'masthead work [--nightly]'

/** Runs background work without the server, next to other nodes, until a signal ends it. */
export async function work(surroundings: Surroundings): Promise<number> {
  const { config, log, flush, say, warn } = surroundings
  if (config.server.baseUrl === null)
    warn('BASE_URL is not set: addresses in the results of jobs will be those of this machine.')
  return runUntilTold(surroundings, async (onFatal) => {
    const installation = await openInstallation({ config, log, onFatal })
    try {
      const { counters, close } = await openWork(installation, surroundings)
      const metrics = await serveMetrics({ config, installation, counters, log }).catch(async (error: unknown) => {
        await close()
        throw error
      })
      await flush()
      say('Working. This process now takes on jobs, scheduled items and deliveries.')
      return async () => {
        await metrics?.close()
        await close()
        await installation.close()
      }
    } catch (error) {
      await installation.close()
      throw error
    }
  })
}

/**
 * Does the nightly work of every organization now, whatever the hour, and ends: in the server that uses the data directory where one
 * runs (database.md#one-process-per-directory). Returns 0 when all of it went well.
 */
export async function workNightly(surroundings: Surroundings): Promise<number> {
  const outcome = await askOrDo({ command: 'nightly' }, surroundings, async (installation) => {
    const { close } = await openWork(installation, surroundings)
    try {
      return await nightOf(installation)
    } finally {
      await close()
    }
  })
  await surroundings.flush()
  // The server answers with what `nightOf` returned.
  const nights = outcome as Night[]
  for (const { organization, state } of nights) surroundings.say(`${organization}: ${state}`)
  return nights.every(({ state }) => state === 'succeeded') ? 0 : 1
}

type OpenWork = { counters(): Counters; close(): Promise<void> }

async function openWork(installation: Installation, { config, log }: Surroundings): Promise<OpenWork> {
  const services = await openServices({ installation, config, log })
  const baseUrl = () => baseUrlOf(config.server, config.server.port)
  const wakeUps = createWakeUps({ backend: installation.database.backend, log })
  const traces = openTracing(config, log)
  const workshop = openWorkshop({ installation, services, wakeUps, tracing: traces.tracing, baseUrl, log })
  const sealing = sealingOfAudit({ database: installation.database, signing: installation.vault, log })
  services.mailer?.start()
  sealing.start()
  await workshop.start()
  return {
    counters: () => ({ ...countersOf(installation), ...traces.counts() }),
    async close() {
      await workshop.stop()
      await sealing.stop()
      await wakeUps.close()
      await services.close()
      await traces.close()
    },
  }
}
