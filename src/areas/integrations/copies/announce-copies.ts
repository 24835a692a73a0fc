import { hostOfDeliveries } from '#areas/integrations/connections/integration-output.ts'
import { findOfProvider, type IntegrationRow } from '#areas/integrations/connections/integration-rows.ts'
import { pushItems } from '#areas/integrations/jobs/push-items.ts'
import { getSettings, type Settings } from '#areas/organizations/index.ts'
import type { Announcing } from '#kernel/announce.ts'
import type { ContentChange, DeliveryRef } from '#kernel/change.ts'
import type { Provider } from '#kernel/connection.ts'
import type { Writer } from '#kernel/database.ts'
import { type DeliveryId, storedId } from '#kernel/ids.ts'
import type { Start } from '#kernel/job.ts'

import { findWaiting, insertPushes, markPending, type NewPush } from './copy-deliveries.ts'

/** Several edits within this time are one push. */
const pushDebounceMs = 2000

/**
 * Writes what a content management system learns of a change, in the transaction of the change, with the job that pushes it. A
 * push sends an item as it is when it is sent, so one that waits already serves this change, too.
 */
export async function announceCopies(
  db: Writer,
  change: ContentChange,
  {
    contentMode,
    debounceMs = pushDebounceMs,
    ...about
  }: Announcing & Pick<Settings, 'contentMode'> & { debounceMs?: number },
): Promise<DeliveryRef[]> {
  const itemIds = [...new Set([...change.items.map(({ id }) => id), ...(change.removed ?? [])])]
  if (contentMode === 'headless' || change.reason === 'redirect_changed' || itemIds.length === 0) return []
  const integration = await findOfProvider(db, contentMode satisfies Provider)
  // What is gone (an endpoint that answered 410) is told once a person has connected it again.
  if (integration === undefined) return []
  const waiting = new Map(
    (await findWaiting(db, { integrationId: integration.id, itemIds })).map((row) => [row.item_id ?? '', row]),
  )
  const pushes: NewPush[] = itemIds
    .filter((itemId) => !waiting.has(itemId))
    .map((itemId) => ({ itemId, reason: change.reason }))
  for (const { job_id: jobId } of waiting.values()) if (jobId !== null) about.carriedBy?.(storedId('job', jobId))
  const fresh = pushes.length === 0 ? [] : await startPushes(db, { integration, pushes, about, debounceMs })
  await markPending(db, itemIds)
  const ids = [...fresh, ...[...waiting.values()].map(({ id }) => storedId('delivery', id))]
  return ids.map((deliveryId) => ({ deliveryId, target: hostOfDeliveries(integration) }))
}

type Starting = {
  integration: IntegrationRow
  pushes: readonly NewPush[]
  about: Pick<Announcing, 'start' | 'carriedBy'>
  debounceMs: number
}

async function startPushes(db: Writer, { integration, pushes, about, debounceMs }: Starting): Promise<DeliveryId[]> {
  const { jobId } = await about.start(pushItems, {}, { inMs: debounceMs })
  about.carriedBy?.(jobId)
  return insertPushes(db, { integration, jobId, pushes })
}

/**
 * Removes the copies of items that were deleted for good while nobody called, such as those that the trash let go, and those that may
 * have been created; copies of a former content mode stay. Returns for how many a push was started, `limit` at most.
 */
export async function removeOrphans(db: Writer, start: Start, limit: number): Promise<number> {
  const { contentMode } = await getSettings(db)
  if (contentMode === 'headless') return 0
  const integration = await findOfProvider(db, contentMode satisfies Provider)
  if (integration === undefined || integration.state === 'disconnected') return 0
  const orphans = await db
    .selectFrom('item_copy')
    .select('item_id')
    .where('integration_id', '=', integration.id)
    .where(({ or, and, eb }) =>
      or([eb('intended_at', 'is not', null), and([eb('external_id', 'is not', null), eb('detached', '=', false)])]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('item').select('item.id').whereRef('item.id', '=', 'item_copy.item_id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('delivery')
            .select('delivery.id')
            .whereRef('delivery.integration_id', '=', 'item_copy.integration_id')
            .whereRef('delivery.item_id', '=', 'item_copy.item_id')
            .where('delivery.finished_at', 'is', null),
        ),
      ),
    )
    .limit(limit)
    .execute()
  const pushes = orphans.map((row) => ({ itemId: row.item_id, reason: 'deleted' as const }))
  if (pushes.length > 0) await startPushes(db, { integration, pushes, about: { start }, debounceMs: 0 })
  return orphans.length
}
