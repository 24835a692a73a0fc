import type { ItemRow } from '#areas/content/items.ts'
import type { OrganizationFacts } from '#kernel/access.ts'
import type { Writer } from '#kernel/database.ts'

import { requireNoBlockingWarnings } from './blocking.ts'
import { checkAndStore } from './check-item.ts'
import type { PublishingWarning } from './warning.ts'

type Ctx = { db: Writer; access: { organization: Pick<OrganizationFacts, 'id'> }; baseUrl: string }

/**
 * What an answer says of an item after a change: its warnings where it is published now. Refuses with `blocked_by_policy`
 * where the change publishes or schedules it and the policy does not allow what was found; an edit of a published item is
 * never refused, or nothing could be mended step by step.
 */
export async function warningsAfterChange(
  ctx: Ctx,
  { before, after }: { before: ItemRow; after: ItemRow },
): Promise<{ publishingWarnings?: PublishingWarning[] }> {
  const publishes = after.effective_status !== 'draft' && after.effective_status !== before.effective_status
  if (after.status !== 'published') {
    if (publishes) await requireNoBlockingWarnings(ctx, after)
    return {}
  }
  const publishingWarnings = await checkAndStore(ctx, after)
  if (publishes) await requireNoBlockingWarnings(ctx, after, { warnings: publishingWarnings })
  return { publishingWarnings }
}
