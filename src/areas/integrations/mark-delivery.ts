import { sql, type UpdateObject } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import type { Mail } from '#kernel/mail.ts'
import type { Notice } from '#kernel/notice.ts'
import type { Tables } from '#kernel/tables.ts'

import { alertAdmins } from './alert-admins.ts'
import type { Claimed } from './claim-deliveries.ts'
import {
  changeDeliveries,
  type DeliveryRow,
  endDeliveries,
  heldBy,
  inMs,
  notConnectedError,
  supersede,
  withIds,
} from './delivery-rows.ts'
import { disable, furnishEndpoint, noteFailure, noteSuccess } from './endpoints.ts'
import { type Pace, pauseAfter } from './pace.ts'
import { bodyOf, folded, messageIn } from './revalidation-message.ts'
import { type Address, hostOf } from './webhook-target.ts'

/** The outcome of an attempt. `status` null: there was no answer. */
export type Outcome = {
  status: number | null
  retryAfterMs?: number | undefined
  error: { code: string; message: string } | null
}

/** How administrators are notified, and the pace of further attempts. */
type Told = { mail: Mail; baseUrl: string; pace: Pace; notify?: (notice: Notice) => Promise<void> }

/** What a failed attempt leaves in its row. */
type Failure = Pick<UpdateObject<Tables, 'delivery'>, 'http_status' | 'error'>

/** A delivery that this worker still holds; undefined when another one holds it by now. */
export async function findHeld(db: Reader, claimed: Claimed): Promise<DeliveryRow | undefined> {
  return heldBy(db, claimed).executeTakeFirst()
}

/** Marks the outcome of an attempt, unless another worker holds the delivery by now. Returns its state afterwards. */
export async function markDelivery(
  db: Writer,
  claimed: Claimed,
  outcome: Outcome,
  told: Told,
): Promise<string | undefined> {
  const row = await heldBy(db, claimed).forUpdate().executeTakeFirst()
  if (row === undefined) return undefined
  if (outcome.error === null) {
    await endDeliveries(db, withIds([row.id]), { state: 'succeeded', http_status: outcome.status, error: null })
    await noteSuccess(db, row.endpoint)
    return 'succeeded'
  }
  await noteFailure(db, row.endpoint, told.pace)
  const failure = { http_status: outcome.status, error: JSON.stringify(outcome.error) }
  if (outcome.status === 410) return gone(db, row, failure, told)
  if (await giveWay(db, row)) return 'succeeded'
  const pause = pauseAfter(told.pace, row.tries, { retryAfterMs: outcome.retryAfterMs })
  if (pause === undefined) {
    await endDeliveries(db, withIds([row.id]), { state: 'exhausted', ...failure })
    await alertAdmins(db, told, { kind: 'exhausted', row })
    await told.notify?.(lost(row, `${outcome.error.message} It is not tried again.`))
    return 'exhausted'
  }
  await changeDeliveries(db, withIds([row.id]), {
    state: 'failed',
    ...failure,
    next_attempt_at: inMs(pause),
    lease_until: null,
  })
  return 'failed'
}

/** Ends a delivery with nowhere left to go. */
export async function markUnconnected(db: Writer, claimed: Claimed): Promise<void> {
  const row = await heldBy(db, claimed).forUpdate().executeTakeFirst()
  if (row === undefined) return
  await endDeliveries(db, withIds([row.id]), { state: 'failed', error: notConnectedError })
}

/** Redirects a delivery to the current address; the attempt is not used up. */
export async function redirectDelivery(db: Writer, claimed: Claimed, { url, endpoint }: Address): Promise<void> {
  const row = await heldBy(db, claimed).forUpdate().executeTakeFirst()
  if (row === undefined) return
  await furnishEndpoint(db, endpoint)
  await changeDeliveries(db, withIds([row.id]), {
    state: 'queued',
    url,
    endpoint,
    tries: 0,
    next_attempt_at: inMs(0),
    lease_until: null,
  })
}

const lost = (row: DeliveryRow, why: string): Notice => ({
  event: 'deliveryFailed',
  text: `${hostOf(row.url)} could not be notified of a change. ${why}`,
})

// The website is gone: its messages wait until somebody connects it again.
async function gone(db: Writer, row: DeliveryRow, failure: Failure, told: Told): Promise<string> {
  await changeDeliveries(db, withIds([row.id]), {
    state: 'failed',
    ...failure,
    next_attempt_at: inMs(0),
    lease_until: null,
  })
  if (await disable(db, row.endpoint)) {
    await alertAdmins(db, told, { kind: 'disabled', row })
    await told.notify?.(lost(row, 'The address answered 410 and is switched off.'))
  }
  return 'failed'
}

/**
 * Whether there is a newer message about the same: it then takes over what this one had to say. One that was never sent is
 * newer, or it would have gone first.
 */
async function giveWay(db: Writer, row: DeliveryRow): Promise<boolean> {
  const newer = await db
    .selectFrom('delivery')
    .select(['id', 'body', 'subjects'])
    .where('endpoint', '=', row.endpoint)
    .where('next_attempt_at', 'is not', null)
    .where('attempts', '=', 0)
    .where('id', '<>', row.id)
    .where(sql<boolean>`subjects && ${row.subjects}::text[]`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (newer === undefined) return false
  const both = folded(messageIn(row.body), messageIn(newer.body))
  if (both === undefined) return false
  await db
    .updateTable('delivery')
    .set({ body: bodyOf(both), subjects: [...new Set([...newer.subjects, ...row.subjects])] })
    .where('id', '=', newer.id)
    .execute()
  await supersede(db, [row.id], newer.id)
  return true
}
