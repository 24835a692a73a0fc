import type { IntegrationRow } from '#areas/integrations/connections/integration-rows.ts'
import { endDeliveries, withIds } from '#areas/integrations/delivery-rows.ts'
import type { Writer } from '#kernel/database.ts'

import type { CopyDelivery } from './copy-deliveries.ts'
import { findCopy } from './copy-rows.ts'

type About = { delivery: CopyDelivery; integration: IntegrationRow; itemId: string }

/** Ends a push to where content no longer goes. Nothing is sent: the copy stays as it is (integrations.md#pushes-of-a-former-mode). */
export async function endOfFormerMode(db: Writer, { delivery, integration, itemId }: About): Promise<undefined> {
  const message = `Content no longer goes to ${integration.display_name}: the content mode was changed before this was sent.`
  const error = JSON.stringify({ code: 'wrong_mode', message })
  await endDeliveries(db, withIds([delivery.id]), { state: 'exhausted', error })
  const copy = await findCopy(db, { integrationId: integration.id, itemId })
  const isThere = copy !== undefined && copy.external_id !== null
  await db
    .updateTable('item')
    .set({ external_state: !isThere ? 'none' : copy.detached ? 'detached' : 'synced' })
    .where('id', '=', itemId)
    // What the push of another mode says of the item is newer.
    .where('external_state', '=', 'pending')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('delivery')
            .select('delivery.id')
            .whereRef('delivery.item_id', '=', 'item.id')
            .where('delivery.kind', '=', 'cms')
            .where('delivery.finished_at', 'is', null),
        ),
      ),
    )
    .execute()
}
