import { sql, type UpdateObject } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import type { Mail } from '#kernel/mail.ts'
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
import { bodyOf, folded, type RevalidationMessage } from './revalidation-message.ts'
import type { Address } from './webhook-target.ts'

/** What came of an attempt. `status` null: no answer came. */
export type Outcome = {
  status: number | null
  retryAfterMs?: number | undefined
  error: { code: string; message: string } | null
}

/** How administrators are told, and the pace of further attempts. */
type Told = { mail: Mail; baseUrl: string; pace: Pace }

/** What a failed attempt leaves in its row. */
type Failure = Pick<UpdateObject<Tables, 'delivery'>, 'http_status' | 'error'>

/** A delivery that this worker still has, undefined when another one has it by now. */
export async function findHeld(db: Reader, claimed: Claimed): Promise<DeliveryRow | undefined> {
  return heldBy(db, claimed).executeTakeFirst()
}

/** Marks what came of an attempt, unless another worker has the delivery by now. Answers the state that it has afterwards. */
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

/** Ends a delivery for which there is nowhere to go any more. */
export async function markUnconnected(db: Writer, claimed: Claimed): Promise<void> {
  const row = await heldBy(db, claimed).forUpdate().executeTakeFirst()
  if (row === undefined) return
  await endDeliveries(db, withIds([row.id]), { state: 'failed', error: notConnectedError })
}

/** Sends a delivery to the address that counts now; the attempt is not used up. */
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

// A website that is gone: what it was to be told waits until somebody connects it again.
async function gone(db: Writer, row: DeliveryRow, failure: Failure, told: Told): Promise<string> {
  await changeDeliveries(db, withIds([row.id]), {
    state: 'failed',
    ...failure,
    next_attempt_at: inMs(0),
    lease_until: null,
  })
  if (await disable(db, row.endpoint)) await alertAdmins(db, told, { kind: 'disabled', row })
  return 'failed'
}

/**
 * Whether a newer message is about the same: then it takes over what this one had to tell. One that was never sent is newer, or
 * it would have gone first.
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
  const both = folded(JSON.parse(row.body) as RevalidationMessage, JSON.parse(newer.body) as RevalidationMessage)
  if (both === undefined) return false
  await db
    .updateTable('delivery')
    .set({ body: bodyOf(both), subjects: [...new Set([...newer.subjects, ...row.subjects])] })
    .where('id', '=', newer.id)
    .execute()
  await supersede(db, [row.id], newer.id)
  return true
}
