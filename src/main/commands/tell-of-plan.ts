import type { PlanChanged } from '#areas/account/index.ts'
import { itemChecks, markEveryItem } from '#areas/checks/index.ts'
import { allCollections } from '#areas/collections/index.ts'
import { createShownChanged } from '#areas/integrations/index.ts'
import { allows } from '#kernel/entitlement.ts'
import type { ConfiguredWebhooks } from '#kernel/webhook.ts'
import { startedBySystem } from '#work/started-by-system.ts'

/**
 * Notifies websites, copies and search engines of the collections that another plan closes or opens (collections.md#open-collections),
 * and has all items checked again, since links may lead there.
 */
export function tellOfPlan({ webhooks }: { webhooks: ConfiguredWebhooks }): PlanChanged {
  const shownChanged = createShownChanged({ webhooks })
  return async (db, { organizationId, before, after }) => {
    const isOpen = allows(after, 'nonArticleCollections')
    if (isOpen === allows(before, 'nonArticleCollections')) return
    await markEveryItem(db)
    const others = (await allCollections(db)).filter(({ enabled, builtIn }) => enabled && !builtIn)
    await shownChanged(
      db,
      { by: 'collection', ids: others.map(({ id }) => id), turned: isOpen ? 'open' : 'closed' },
      { organizationId, checks: itemChecks, start: startedBySystem(db) },
    )
  }
}
