import { bindRecords } from '#kernel/bind-records.ts'
import type { Writer } from '#kernel/database.ts'
import type { ConfiguredWebhooks } from '#kernel/webhook.ts'

import { placeOf } from './connections/place-of.ts'
import { findTarget, hostOf } from './webhook-target.ts'

type Sent = { kind: string; integration_id: string | null }
type Way = { organizationId: string; webhooks: ConfiguredWebhooks }

/**
 * Where deliveries go right now, as people recognise it, distinct and in order. An approval binds this, and the settings that decide
 * it (approvals.md#approvals-bind-addresses).
 */
export async function bindPlaces(db: Writer, deliveries: readonly Sent[], way: Way): Promise<string[]> {
  const integrationIds = [...new Set(deliveries.flatMap(({ integration_id: id }) => id ?? []))]
  const rows =
    integrationIds.length === 0
      ? []
      : await db.selectFrom('integration').selectAll().where('id', 'in', integrationIds).execute()
  await bindRecords(db, 'integration', integrationIds)
  const hasWebsite = deliveries.some(({ kind }) => kind === 'revalidation')
  if (hasWebsite) await bindRecords(db, 'revalidation_setting', [way.organizationId])
  const website = hasWebsite ? await findTarget(db, way) : undefined
  return [
    ...new Set([...rows.map((row) => placeOf(row)), ...(website === undefined ? [] : [hostOf(website.url)])]),
  ].toSorted()
}
