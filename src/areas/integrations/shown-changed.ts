import { sql } from 'kysely'

import { settleRedirects } from '#areas/addresses/index.ts'
import { isPublic } from '#areas/collections/index.ts'
import { settingsAsked } from '#areas/organizations/index.ts'
import { ask, joined } from '#kernel/ask.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import type { ShownChanged } from '#kernel/shown-changed.ts'
import type { Shown } from '#kernel/shown.ts'
import type { ConfiguredWebhooks } from '#kernel/webhook.ts'

import { mostToTell, tellOfItems } from './jobs/tell-of-items.ts'
import { indexNowAsked } from './notices/announce-index-now.ts'
import { targetAsked } from './webhook-target.ts'

/** Starts the jobs that tell websites of the published items which show what was changed (integrations.md#what-pages-show-is-told). */
export function createShownChanged({ webhooks }: { webhooks: ConfiguredWebhooks }): ShownChanged {
  return async (db, shown, { organizationId, checks, start }) => {
    if (shown.ids.length === 0) return
    if (shown.areElsewhere === true) await settleRedirects({ db, checks })
    if (!(await doesAnybodyListen(db, organizationId, webhooks))) return
    const { formerTemplates = {}, turned } = shown
    const itemIds = await publishedShowing(db, shown)
    for (let at = 0; at < itemIds.length; at += mostToTell)
      await start(tellOfItems, { itemIds: itemIds.slice(at, at + mostToTell), formerTemplates, turned })
  }
}

async function doesAnybodyListen(db: Writer, organizationId: string, webhooks: ConfiguredWebhooks): Promise<boolean> {
  const { target, settings, indexNow } = await ask(
    db,
    joined({ target: targetAsked({ organizationId, webhooks }), settings: settingsAsked(), indexNow: indexNowAsked() }),
  )
  return target?.isSigned === true || settings.contentMode !== 'headless' || indexNow !== undefined
}

async function publishedShowing(db: Reader, { by, ids, turned }: Shown): Promise<string[]> {
  const these = sql<string>`any(${[...ids]})`
  const rows = await db
    .selectFrom('item')
    .select('id')
    .where('effective_status', '=', 'published')
    .where('trashed_at', 'is', null)
    .$if(turned !== 'closed', (some) => some.where(isPublic('item')))
    .where((eb) => {
      if (by === 'item') return eb('id', '=', these)
      if (by === 'collection') return eb('collection_id', '=', these)
      if (by === 'media') return eb.or([eb('featured_image_id', '=', these), eb('og_image_id', '=', these)])
      return eb('id', 'in', eb.selectFrom('item_term').select('item_id').where('term_id', '=', these))
    })
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
