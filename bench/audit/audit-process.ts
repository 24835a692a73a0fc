// Audits the website at an address with as many pages as its second argument says, on the database of its environment, and sends
// what that took.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { itemChecks } from '#areas/checks/index.ts'
import { claimed } from '#areas/jobs/claim-jobs.ts'
import { siteAudit } from '#areas/site-audit/jobs/site-audit.ts'
import { auditSite } from '#areas/site-audit/runs/audit-settings.ts'
import { newPlan } from '#areas/site-audit/runs/plan-run.ts'
import { getRun, insertRun, newRunId } from '#areas/site-audit/runs/runs.ts'
import { createJobRunner } from '#catalog/run/run-job.ts'
import { startJob } from '#catalog/run/start-job.ts'
import { newId } from '#kernel/ids.ts'
import { silentLog } from '#kernel/log.ts'
import { migrations } from '#main/installation.ts'
import { openDatabase } from '#platform/database/backend.ts'
import { tenantDatabase } from '#platform/database/tenant.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'
import { newOrganization } from '#test/people.ts'

import type { AuditFigures } from './measure-audit.ts'

const [, , address = '', given = ''] = process.argv
const pages = Number(given)
const lookEveryMs = 100
const edge = 1000

process.on('message', () => undefined)
process.send?.(await measure())
process.disconnect()

async function measure(): Promise<AuditFigures> {
  const url = process.env['BENCH_DATABASE']
  const secrets = { encrypt: (plain: string) => plain, decrypt: (sealed: string) => sealed }
  const options = { migrations, statements: 'named', log: silentLog } as const
  // In a directory, as the product has it: in memory the pages that are stored would count, too.
  const dataDir = await mkdtemp(join(tmpdir(), 'masthead-audit-'))
  const onFatal = (error: Error) => {
    throw error
  }
  const backend = await openDatabase(
    url === undefined
      ? { dataDir, fsync: true, onFatal, ...options }
      : { databaseUrl: url, poolMax: 4, secrets, ...options },
  )
  const database = tenantDatabase(backend)
  const outbound = openOutbound({ opened: ['127.0.0.0/8'] })
  const { actor, organization } = await newOrganization(database)
  const tenant = { organizationId: organization.id, userId: actor.userId }
  const { runId, jobId } = await database.forOrganization(tenant, 'write', async ({ db }) => {
    await db.updateTable('organization_setting').set({ site_url: address }).execute()
    const site = await auditSite(db)
    const settings = { ...site.settings, maxPages: pages, maxDepth: 50 }
    const made = newRunId()
    const started = await startJob(db, siteAudit, { input: { runId: made }, actor, requestId: newId('request') })
    const plan = newPlan({ ...site, settings, startUrl: `${address}/` }, { baseUrl: 'http://127.0.0.1', urls: [] })
    await insertRun(db, { runId: made, jobId: started.jobId, scope: 'full', plan, robots: {} })
    await db.updateTable('job').set(claimed).where('id', '=', started.jobId).execute()
    return { runId: made, jobId: started.jobId }
  })

  const asked: number[] = []
  const runner = createJobRunner({
    jobs: [siteAudit],
    database,
    fetch: (one, rules) => {
      asked.push(performance.now())
      return outbound.fetch(one, rules)
    },
    checks: itemChecks,
    render: () => Promise.reject(new Error('not used')),
    baseUrl: () => 'http://127.0.0.1',
    log: silentLog,
  } as Parameters<typeof createJobRunner>[0])

  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const looking = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), lookEveryMs)
  const cpu = process.cpuUsage()
  const began = performance.now()
  await runner.run({ organizationId: organization.id, jobId, attempt: 1 }, new AbortController().signal)
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(looking)

  const run = await database.forOrganization(tenant, 'read', ({ db }) => getRun(db, runId))
  const spanOf = (times: readonly number[]) => (times.at(-1) ?? 0) - (times[0] ?? 0)
  const ofPages = asked.slice(0, run.requested)
  const figures = {
    state: run.state,
    requested: run.requested,
    cpuMs: (user + system) / 1000,
    clockMs: performance.now() - began,
    memoryMb: (most - before) / 1e6,
    firstMs: spanOf(ofPages.slice(0, edge)),
    lastMs: spanOf(ofPages.slice(-edge)),
  }
  await outbound.close()
  await backend.close()
  await rm(dataDir, { recursive: true })
  return figures
}
