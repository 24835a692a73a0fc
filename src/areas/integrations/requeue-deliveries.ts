import { sql } from 'kysely'

import { wakeJobs } from '#areas/jobs/index.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Start } from '#kernel/job.ts'
import type { ConfiguredWebhooks } from '#kernel/webhook.ts'

import { bindPlaces } from './bind-places.ts'
import { markPending } from './copies/copy-deliveries.ts'
import { changeDeliveries, inMs, withIds } from './delivery-rows.ts'
import { probeNow } from './endpoints.ts'
import { pushItems } from './jobs/push-items.ts'
import { sendNotices } from './jobs/send-notices.ts'

type Way = { organizationId: string; webhooks: ConfiguredWebhooks; start: Start }

/**
 * Sends deliveries again, starting from their first attempt. Returns how many, and where they go. Errors: `not_found`; `invalid_transition`
 * unless each has failed or was given up, and its address is not switched off.
 */
export async function requeueDeliveries(
  db: Writer,
  ids: readonly string[],
  { start, ...way }: Way,
): Promise<{ requeued: number; to: string[] }> {
  const wanted = [...new Set(ids)]
  const rows = await db
    .selectFrom('delivery')
    .select(['id', 'state', 'endpoint', 'kind', 'item_id', 'integration_id', 'finished_at', 'job_id'])
    .where(withIds(wanted))
    .orderBy('id')
    .forUpdate()
    .execute()
  const known = new Set<string>(rows.map((row) => row.id))
  const unknown = wanted.find((one) => !known.has(one))
  if (unknown !== undefined)
    throw new Refusal('not_found', 'There is no such delivery.', { id: String(unknown).slice(0, 200) })
  const unfit = rows.find(({ state }) => state !== 'failed' && state !== 'exhausted')
  if (unfit !== undefined)
    throw notAllowed(unfit.id, unfit.state, `The delivery is ${unfit.state}: only one that failed can be sent again.`)
  const endpoints = [...new Set(rows.map(({ endpoint }) => endpoint))]
  await requireEnabled(db, rows, endpoints)
  const to = await bindPlaces(db, rows, way)
  await changeDeliveries(db, withIds(wanted), {
    state: 'queued',
    tries: 0,
    next_attempt_at: inMs(0),
    finished_at: null,
  })
  await probeNow(db, endpoints)
  const carried = rows.filter(({ kind }) => kind !== 'revalidation')
  if (carried.length > 0) await carryAgain(db, carried, start)
  return { requeued: rows.length, to }
}

type Carried = { id: string; kind: string; item_id: string | null; finished_at: Date | null; job_id: string | null }

/** Those that have ended get a job of their own; the job of the others goes on now. */
async function carryAgain(db: Writer, carried: readonly Carried[], start: Start): Promise<void> {
  await markPending(
    db,
    carried.flatMap(({ kind, item_id: itemId }) => (kind === 'cms' ? (itemId ?? []) : [])),
  )
  await wakeJobs(
    db,
    carried.flatMap((one) => (one.finished_at === null && one.job_id !== null ? one.job_id : [])),
  )
  for (const job of [pushItems, sendNotices]) {
    const ended = carried.filter((one) => one.finished_at !== null && (one.kind === 'cms') === (job === pushItems))
    if (ended.length === 0) continue
    const { jobId } = await start(job, {})
    const ids = ended.map(({ id }) => id)
    await db.updateTable('delivery').set({ job_id: jobId, result: null }).where(withIds(ids)).execute()
  }
}

async function requireEnabled(
  db: Reader,
  rows: readonly { id: string; endpoint: string; state: string }[],
  endpoints: readonly string[],
): Promise<void> {
  const disabled = await db
    .selectFrom('webhook_endpoint')
    .select('endpoint')
    .where('endpoint', '=', sql<string>`any(${endpoints})`)
    .where('disabled_at', 'is not', null)
    .executeTakeFirst()
  if (disabled === undefined) return
  const row = rows.find(({ endpoint }) => endpoint === disabled.endpoint)
  throw notAllowed(
    row?.id ?? '',
    row?.state ?? '',
    'The address answered 410 and is switched off. testIntegration switches it on when it succeeds; what waits is sent then.',
  )
}

function notAllowed(id: string, state: string, message: string): Refusal {
  return new Refusal('invalid_transition', message, { id, state, allowed: ['failed', 'exhausted'] })
}
