import { type Selectable, sql } from 'kysely'

import { hostOfDeliveries } from '#areas/integrations/connections/integration-output.ts'
import type { IntegrationRow } from '#areas/integrations/connections/integration-rows.ts'
import { inMs, ofRequest } from '#areas/integrations/delivery-rows.ts'
import { newMessageId } from '#areas/integrations/revalidation-message.ts'
import type { ChangeReason } from '#kernel/change.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import type { Code } from '#kernel/errors.ts'
import { type DeliveryId, type JobId, newId } from '#kernel/ids.ts'
import type { Tables } from '#kernel/tables.ts'

import type { PushOptions } from './copy-rows.ts'

export type CopyDelivery = Selectable<Tables['delivery']>

/** What a delivery of a copy is called, by what happened here. */
const events: Readonly<Record<ChangeReason, string>> = {
  published: 'item.published',
  updated: 'item.updated',
  slug_changed: 'item.updated',
  unpublished: 'item.unpublished',
  deleted: 'item.deleted',
  consolidated: 'item.unpublished',
  redirect_changed: 'item.updated',
}

export type NewPush = { itemId: string; reason: ChangeReason; options?: PushOptions }

/** A push of an item that waits and was not tried yet: it sends the item as it is then, so it serves a newer change, too. */
export function findWaiting(
  db: Reader,
  { integrationId, itemIds }: { integrationId: string; itemIds: readonly string[] },
): Promise<Pick<CopyDelivery, 'id' | 'item_id' | 'job_id'>[]> {
  return db
    .selectFrom('delivery')
    .select(['id', 'item_id', 'job_id'])
    .where('integration_id', '=', integrationId)
    .where('item_id', '=', sql<string>`any(${[...itemIds]})`)
    .where('kind', '=', 'cms')
    .where('state', '=', 'queued')
    .where('attempts', '=', 0)
    .where('payload', 'is', null)
    .forUpdate()
    .execute()
}

/** Writes the deliveries of pushes, which a job carries out. */
export async function insertPushes(
  db: Writer,
  { integration, jobId, pushes }: { integration: IntegrationRow; jobId: JobId; pushes: readonly NewPush[] },
): Promise<DeliveryId[]> {
  if (pushes.length === 0) return []
  const rows = pushes.map(({ itemId, reason, options = null }) => ({
    id: newId('delivery'),
    message_id: integration.kind === 'webhook' ? newMessageId() : null,
    event: events[reason],
    reason,
    item_id: itemId,
    payload: options,
  }))
  const url = `https://${hostOfDeliveries(integration)}/`
  // One parameter, however many items there are.
  await sql`insert into app.delivery (organization_id, id, request_id, kind, message_id, event, endpoint, url, reason, subjects, body,
      integration_id, item_id, job_id, payload, next_attempt_at)
    select app.org(), id, ${ofRequest().request_id}, 'cms', message_id, event, ${integration.id}, ${url}, reason, array[item_id], '',
      ${integration.id}, item_id, ${jobId}, payload, ${inMs(0)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as given(id text, message_id text, event text, reason text, item_id text, payload jsonb)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Items whose copy is about to change. */
export async function markPending(db: Writer, itemIds: readonly string[]): Promise<void> {
  await db
    .updateTable('item')
    .set({ external_state: 'pending', publish_error: null })
    .where('id', '=', sql<string>`any(${[...itemIds]})`)
    .execute()
}

/** What ends is that of an integration, or of a job. */
type Waiting = { integrationId: string } | { jobId: string }

/** Ends what waits, and says why on the items that it was about. Returns how many. */
export async function endWaitingDeliveries(
  db: Writer,
  which: Waiting,
  error: { code: Code; message: string },
): Promise<number> {
  const ended = await db
    .updateTable('delivery')
    .set({
      state: 'exhausted',
      next_attempt_at: null,
      lease_until: null,
      finished_at: sql<Date>`clock_timestamp()`,
      updated_at: sql<Date>`clock_timestamp()`,
      error: JSON.stringify(error),
    })
    .where((where) =>
      'jobId' in which ? where('job_id', '=', which.jobId) : where('integration_id', '=', which.integrationId),
    )
    .where('finished_at', 'is', null)
    .returning('item_id')
    .execute()
  const items = ended.flatMap(({ item_id: itemId }) => itemId ?? [])
  await db
    .updateTable('item')
    .set({
      external_state: 'failed',
      publish_error: JSON.stringify({ ...error, at: new Date().toISOString() }),
    })
    .where('id', '=', sql<string>`any(${items})`)
    .where('external_state', '=', 'pending')
    .execute()
  return ended.length
}
