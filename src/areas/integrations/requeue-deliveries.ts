import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'

import { changeDeliveries, inMs, withIds } from './delivery-rows.ts'
import { probeNow } from './endpoints.ts'

/**
 * Sends deliveries again, starting from their first attempt. Returns how many. Errors: `not_found`; `invalid_transition`
 * unless each has failed or was given up, and its address is not switched off.
 */
export async function requeueDeliveries(db: Writer, ids: readonly string[]): Promise<number> {
  const wanted = [...new Set(ids)]
  const rows = await db
    .selectFrom('delivery')
    .select(['id', 'state', 'endpoint'])
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
  await changeDeliveries(db, withIds(wanted), {
    state: 'queued',
    tries: 0,
    next_attempt_at: inMs(0),
    finished_at: null,
  })
  await probeNow(db, endpoints)
  return rows.length
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
