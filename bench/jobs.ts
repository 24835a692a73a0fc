import { z } from 'zod'

import { itemChecks } from '#areas/checks/index.ts'
import { createJobRunner } from '#catalog/run/run-job.ts'
import { startJob } from '#catalog/run/start-job.ts'
import { newId } from '#kernel/ids.ts'
import { job } from '#kernel/job.ts'
import { silentLog } from '#kernel/log.ts'
import type { Backend } from '#platform/database/backend.ts'
import { tenantDatabase, type TenantDatabase } from '#platform/database/tenant.ts'
import { createWakeUps } from '#platform/jobs/wake-ups.ts'
import { newOrganization } from '#test/people.ts'
import { createWorkshop } from '#work/workshop.ts'

import { openBenchDatabase } from './open-database.ts'
import { spread } from './spread.ts'

const rounds = 5
const organizations = 10
const perOrganization = 10

/** Time and processor time of this process per short job, with one worker and with two, next to the bare transactions of a job. */
export async function measureJobs(): Promise<void> {
  const { backend, close } = await openBenchDatabase()
  try {
    const database = tenantDatabase(backend)
    const owners = await Promise.all(Array.from({ length: organizations }, () => newOrganization(database)))
    const shapes = {
      'bare transactions': () => bare(database, owners),
      'one worker': () => work({ backend, database, workers: 1 }, owners),
      'two workers': () => work({ backend, database, workers: 2 }, owners),
    }
    const took = Object.keys(shapes).map((shape) => ({ shape, clock: [] as number[], cpu: [] as number[] }))
    for (const measure of Object.values(shapes)) await measure()
    for (let n = 0; n < rounds; n++)
      for (const [at, measure] of Object.values(shapes).entries()) {
        const [started, before] = [performance.now(), process.cpuUsage()]
        await measure()
        const { user, system } = process.cpuUsage(before)
        const jobs = organizations * perOrganization
        took[at]?.clock.push((performance.now() - started) / jobs)
        took[at]?.cpu.push((user + system) / 1000 / jobs)
      }
    console.table(
      took.map(({ shape, clock, cpu }) => ({ shape, 'ms each': spread(clock), 'CPU ms each': spread(cpu) })),
    )
  } finally {
    await close()
  }
}

type Owners = Awaited<ReturnType<typeof newOrganization>>[]

const declared = job({
  name: 'bench',
  title: 'Measure jobs',
  queue: 'quick',
  scope: 'content:read',
  input: z.strictObject({}),
  work: async () => ({ result: {} }),
})

/** What a job cannot do without: it is written, taken and ended, in a transaction each. */
async function bare(database: TenantDatabase, owners: Owners): Promise<void> {
  for (const access of owners)
    for (let n = 0; n < perOrganization; n++) {
      const organizationId = access.organization.id
      const { jobId } = await start(database, access)
      for (const state of ['running', 'succeeded'] as const)
        await database.forOrganization({ organizationId }, 'write', ({ db }) =>
          db.updateTable('job').set({ state }).where('id', '=', jobId).execute(),
        )
    }
}

type Working = { backend: Backend; database: TenantDatabase; workers: number }

async function work({ backend, database, workers }: Working, owners: Owners): Promise<void> {
  const all = Promise.withResolvers<void>()
  let left = organizations * perOrganization
  const counted = {
    ...declared,
    work: async () => {
      if (--left === 0) all.resolve()
      return { result: {} }
    },
  }
  const parts = { render: () => Promise.reject(new Error('not used')), checks: itemChecks, baseUrl: () => '' }
  const runner = createJobRunner({ jobs: [counted], database, ...parts, log: silentLog })
  const wakeUps = createWakeUps({ backend, log: silentLog })
  const workshops = Array.from({ length: workers }, () =>
    createWorkshop({ database, runner, due: [], wakeUps, log: silentLog }),
  )
  for (const workshop of workshops) await workshop.start()
  for (const access of owners)
    for (let n = 0; n < perOrganization; n++) {
      await start(database, access)
      wakeUps.tell('job')
    }
  await all.promise
  for (const workshop of workshops) await workshop.stop()
  await wakeUps.close()
}

function start(database: TenantDatabase, access: Owners[number]) {
  return database.forOrganization({ organizationId: access.organization.id }, 'write', ({ db }) =>
    startJob(db, declared, { input: {}, actor: access.actor, requestId: newId('request') }),
  )
}
