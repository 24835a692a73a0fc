import { baseUrlOf } from '#platform/config/config.ts'

import { createWakeUps } from '#platform/jobs/wake-ups.ts'
import { type Installation, openInstallation } from '#main/installation.ts'
import { openServices } from '#main/open-services.ts'
import { openWorkshop } from '#main/open-workshop.ts'
import { runUntilTold } from '#main/run-until-told.ts'
import type { Surroundings } from '#main/surroundings.ts'

/** Runs background work without the server, next to other nodes, until a signal ends it. */
export async function work(surroundings: Surroundings): Promise<number> {
  const { config, log, flush, say, warn } = surroundings
  if (config.server.baseUrl === null)
    warn('BASE_URL is not set: addresses in the results of jobs will be those of this machine.')
  return runUntilTold(surroundings, async (onFatal) => {
    const installation = await openInstallation({ config, log, onFatal })
    try {
      const close = await openWork(installation, surroundings)
      await flush()
      say('Working. This process now takes on jobs, scheduled items and deliveries.')
      return async () => {
        await close()
        await installation.close()
      }
    } catch (error) {
      await installation.close()
      throw error
    }
  })
}

async function openWork(installation: Installation, { config, log }: Surroundings): Promise<() => Promise<void>> {
  const services = await openServices({ installation, config, log })
  const baseUrl = () => baseUrlOf(config.server, config.server.port)
  const wakeUps = createWakeUps({ backend: installation.database.backend, log })
  const workshop = openWorkshop({ installation, services, wakeUps, baseUrl, log })
  services.mailer?.start()
  await workshop.start()
  return async () => {
    await workshop.stop()
    await wakeUps.close()
    await services.close()
  }
}
