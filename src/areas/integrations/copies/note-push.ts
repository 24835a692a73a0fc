import { sql } from 'kysely'

import { codeOfFault, noteFault, noteSuccess } from '#areas/integrations/connections/faults.ts'
import { changeIntegration } from '#areas/integrations/connections/integration-rows.ts'
import { waitForCredential } from '#areas/integrations/connections/resume-work.ts'
import { inMs } from '#areas/integrations/delivery-rows.ts'
import { pauseAfter } from '#areas/integrations/pace.ts'
import type { ConnectorFault } from '#kernel/connector-fault.ts'
import type { Writer } from '#kernel/database.ts'
import type { JobWrites } from '#kernel/job.ts'

import { endWaitingDeliveries } from './copy-deliveries.ts'
import { changeHeld, released, requireHeld, showOnItem } from './copy-rows.ts'
import { CreateUnderWay, underWayMs } from './find-created.ts'
import { type Attempt, copyOfAttempt, type Done, type PushResult } from './push-attempt.ts'
import { heldPauseMs, pushPace } from './push-pace.ts'
import { Detached, RemoteChanged } from './read-copy.ts'

/** Notes what a push did: on the copy, on the item and in the delivery. */
export async function noteDone(db: Writer, attempt: Attempt, { action, copy, httpStatus }: Done): Promise<void> {
  const { itemId, copy: before, integration } = attempt
  await requireHeld(db, copyOfAttempt(attempt))
  await noteSuccess(db, integration.id)
  if (copy === 'gone') {
    await db
      .deleteFrom('item_copy')
      .where('integration_id', '=', integration.id)
      .where('item_id', '=', itemId)
      .execute()
    const gone = { id: itemId, ok: true, action, externalId: null, externalUrl: null, metaNotPersisted: [] }
    return end(db, attempt, gone, httpStatus)
  }
  const isCopy = attempt.wanted.to === 'copy' || attempt.wanted.to === 'tell'
  const externalId = copy.externalId === undefined ? before.external_id : copy.externalId
  const externalUrl = copy.externalUrl === undefined ? before.external_url : copy.externalUrl
  const metaNotPersisted = copy.notPersisted ?? before.meta_not_persisted
  await changeHeld(db, copyOfAttempt(attempt), {
    ...released,
    external_id: externalId,
    external_url: externalUrl,
    ...(copy.live === undefined ? {} : { live: copy.live }),
    ...(copy.snapshot === undefined ? {} : { snapshot: JSON.stringify(copy.snapshot), sent: null }),
    ...(copy.hash === undefined ? {} : { pushed_hash: copy.hash }),
    ...(copy.asDraft === undefined ? {} : { as_draft: copy.asDraft }),
    meta_not_persisted: [...metaNotPersisted],
    ...(isCopy ? { drift: [] } : {}),
    synced_at: sql<Date>`clock_timestamp()`,
  })
  const isDetached = before.detached && !isCopy && copy.externalId === undefined
  const state = externalId === null ? 'none' : isDetached ? 'detached' : 'synced'
  await show(db, attempt, {
    external_state: state,
    external_id: externalId,
    external_url: externalUrl,
    publish_error: null,
  })
  const result = { id: itemId, ok: true, action, externalId, externalUrl, metaNotPersisted: [...metaNotPersisted] }
  await end(db, attempt, result, httpStatus)
}

/** Notes that a push did not do it: it is tried again at its time, waits for a person, or ends. */
export async function noteFailure(
  inside: JobWrites,
  attempt: Attempt,
  error: ConnectorFault | RemoteChanged | Detached,
): Promise<void> {
  const { db } = inside
  const { integration, itemId, copy, delivery } = attempt
  // Nobody asks for another copy, nor takes this one off, while it may still be created.
  const underWay = { holder: delivery.id, held_until: inMs(underWayMs) }
  await changeHeld(db, copyOfAttempt(attempt), {
    ...(error instanceof CreateUnderWay ? underWay : released),
    ...(error instanceof Detached ? { detached: true, live: false, pushed_hash: null, intended_at: null } : {}),
    ...(error instanceof RemoteChanged ? { drift: [...error.fields] } : {}),
  })
  const failed = (code: string, message: string): PushResult => ({
    id: itemId,
    ok: false,
    externalId: copy.external_id,
    externalUrl: copy.external_url,
    metaNotPersisted: [],
    error: { code, message },
  })
  if (error instanceof Detached) {
    await show(db, attempt, { external_state: 'detached' })
    const message = `The copy is gone from ${integration.display_name}. The next push creates a new one.`
    const { error: _gone, ...known } = failed('not_found', message)
    return end(
      db,
      attempt,
      attempt.wanted.to === 'copy' ? failed('not_found', message) : { ...known, ok: true, action: 'updated' },
    )
  }
  if (error instanceof RemoteChanged) {
    const message = `The copy was changed in ${integration.display_name}: ${error.fields.join(', ')}. overwriteRemote overwrites it.`
    return giveUp(inside, attempt, failed('remote_changed', message))
  }
  if (integration.kind === 'webhook' && error.httpStatus === 410) return endpointGone(inside, attempt, failed)
  await noteFault(inside, integration, error)
  const code = codeOfFault[error.kind]
  if (error.kind === 'auth') {
    // It waits for a person, and no attempt is used up.
    const ms = await waitForCredential(db, integration.id)
    return later(db, attempt, { ms, tries: delivery.tries - 1, fault: error })
  }
  if (error.kind === 'invalid' || error.kind === 'forbidden' || error.kind === 'conflict' || error.kind === 'notFound')
    return giveUp(inside, attempt, failed(code, error.message), error.httpStatus)
  const pause = pauseAfter(pushPace, delivery.tries, {
    retryAfterMs: error.retryAfterMs,
  })
  if (pause === undefined) {
    await giveUp(inside, attempt, failed(code, error.message), error.httpStatus)
    await db.updateTable('delivery').set({ state: 'exhausted' }).where('id', '=', delivery.id).execute()
    return
  }
  await later(db, attempt, { ms: pause, tries: delivery.tries, fault: error })
}

/** A push that lost its copy on the way says nothing of it, and is sent again to where content goes now. */
export async function noteLost(db: Writer, { delivery }: Attempt): Promise<void> {
  await db
    .updateTable('delivery')
    .set({
      state: 'queued',
      tries: delivery.tries - 1,
      next_attempt_at: inMs(heldPauseMs),
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', delivery.id)
    .where('finished_at', 'is', null)
    .execute()
}

/** An own endpoint that is gone gets nothing more until a person connects it again. */
async function endpointGone(
  inside: JobWrites,
  attempt: Attempt,
  failed: (code: string, message: string) => PushResult,
): Promise<void> {
  const { id, display_name: name } = attempt.integration
  const error = { code: 'not_connected', message: `${name} answered 410: it is gone.` } as const
  await giveUp(inside, attempt, failed(error.code, error.message), 410)
  const lastError = JSON.stringify({ ...error, at: new Date().toISOString() })
  await changeIntegration(inside.db, id, { state: 'disconnected', last_error: lastError })
  await endWaitingDeliveries(inside.db, { integrationId: id }, error)
}

async function giveUp(
  { db, notify }: JobWrites,
  attempt: Attempt,
  result: PushResult,
  httpStatus?: number,
): Promise<void> {
  const error = result.error ?? { code: 'upstream_failed', message: '' }
  await show(db, attempt, {
    external_state: 'failed',
    publish_error: JSON.stringify({ ...error, at: new Date().toISOString() }),
  })
  await end(db, attempt, result, httpStatus)
  const row = await db.selectFrom('item').select('title').where('id', '=', attempt.itemId).executeTakeFirst()
  const what = row === undefined ? 'A deleted item' : `“${row.title}”`
  await notify({
    event: 'deliveryFailed',
    text: `${what} could not be sent to ${attempt.integration.display_name}. ${error.message}`,
  })
}

/** What the item says of its copy from then on. While a newer push of it waits, it goes on to say that one does. */
async function show(
  db: Writer,
  { integration, itemId, delivery }: Attempt,
  changes: Parameters<typeof showOnItem>[2],
): Promise<void> {
  const newer = await db
    .selectFrom('delivery')
    .select('id')
    .where('integration_id', '=', integration.id)
    .where('item_id', '=', itemId)
    .where('kind', '=', 'cms')
    .where('finished_at', 'is', null)
    .where('id', '>', delivery.id)
    .limit(1)
    .executeTakeFirst()
  const waits = { external_state: 'pending' as const, publish_error: null }
  await showOnItem(db, itemId, newer === undefined ? changes : { ...changes, ...waits })
}

/** A push that is over. */
async function end(db: Writer, { delivery }: Attempt, result: PushResult, httpStatus?: number | null): Promise<void> {
  await db
    .updateTable('delivery')
    .set({
      state: result.ok ? 'succeeded' : 'failed',
      next_attempt_at: null,
      finished_at: sql<Date>`clock_timestamp()`,
      http_status: httpStatus ?? null,
      updated_at: sql<Date>`clock_timestamp()`,
      error: result.error === undefined ? null : JSON.stringify(result.error),
      result: JSON.stringify(result),
    })
    .where('id', '=', delivery.id)
    .execute()
}

async function later(
  db: Writer,
  { delivery }: Attempt,
  { ms, tries, fault }: { ms: number; tries: number; fault: ConnectorFault },
): Promise<void> {
  await db
    .updateTable('delivery')
    .set({
      state: 'failed',
      tries,
      next_attempt_at: inMs(ms),
      error: JSON.stringify({ code: codeOfFault[fault.kind], message: fault.message }),
      http_status: fault.httpStatus ?? null,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', delivery.id)
    // Disconnecting ended it while it was on its way.
    .where('finished_at', 'is', null)
    .execute()
}
