import { setTimeout as pause } from 'node:timers/promises'

import type { OrganizationId } from '#kernel/ids.ts'
import { baseUrlOf } from '#platform/config/config.ts'

import { createWakeUps } from '#platform/jobs/wake-ups.ts'
import { type Installation, openInstallation } from '#main/installation.ts'
import { openServices } from '#main/open-services.ts'
import { openWorkshop } from '#main/open-workshop.ts'
import { runUntilTold } from '#main/run-until-told.ts'
import { startNight } from '#work/night.ts'
import { startedBySystem } from '#work/started-by-system.ts'
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

/**
 * Does the nightly work of every organization now, whatever the hour, and ends. Returns 0 when all of it went well. On the embedded
 * engine no server may run beside it: that one does the work in its own night.
 */
export async function workNightly({ config, log, flush, say, warn }: Surroundings): Promise<number> {
  const fail = (error: Error) => {
    throw error
  }
  const installation = await openInstallation({ config, log, onFatal: fail })
  try {
    const close = await openWork(installation, { config, log, flush, say, warn, flushNow: () => {} })
    const outcome = await nightOf(installation)
    await close()
    await flush()
    for (const { organization, state } of outcome) say(`${organization}: ${state}`)
    return outcome.every(({ state }) => state === 'succeeded') ? 0 : 1
  } finally {
    await installation.close()
  }
}

const openStates = ['queued', 'running']

/** Starts the jobs of each organization, and waits until all have ended. */
async function nightOf({ database }: Installation): Promise<{ organization: string; state: string }[]> {
  const organizations = await database.asSystem((db) =>
    db
      .selectFrom('auth.organizations')
      .select(['id', 'slug'])
      .where('deleted_at', 'is', null)
      .orderBy('slug')
      .execute(),
  )
  const started: { organizationId: OrganizationId; slug: string; jobId: string }[] = []
  for (const { id, slug } of organizations) {
    const organizationId = id as OrganizationId
    const day = new Date().toISOString().slice(0, 10)
    const jobIds = await database.forOrganization({ organizationId }, 'write', ({ db }) =>
      startNight(db, { day, start: startedBySystem(db) }),
    )
    started.push(...jobIds.map((jobId) => ({ organizationId, slug, jobId })))
  }
  const outcome: { organization: string; state: string }[] = []
  for (const { organizationId, slug, jobId } of started) {
    let state = 'queued'
    while (openStates.includes(state)) {
      await pause(500)
      const row = await database.forOrganization({ organizationId }, 'read', ({ db }) =>
        db.selectFrom('job').select('state').where('id', '=', jobId).executeTakeFirstOrThrow(),
      )
      state = row.state
    }
    outcome.push({ organization: slug, state })
  }
  return outcome
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
