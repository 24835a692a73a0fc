import { z } from 'zod'

import { siteIn, urlOfRow } from '#areas/addresses/index.ts'
import { changedItem } from '#areas/content/index.ts'
import { collectionIn, findItems, readSurroundings } from '#areas/items/index.ts'
import type { ChangedItem, ChangeReason } from '#kernel/change.ts'
import type { Reader } from '#kernel/database.ts'
import { job, type JobCtx } from '#kernel/job.ts'

/** Items of one job at most. */
export const mostToTell = 1000
/** Items of one message at most. */
const slice = 50

/** Tells websites of published items whose pages show something else now, go or are back, although nobody edited them. */
export const tellOfItems = job({
  name: 'tellOfItems',
  title: 'Tell websites of changed pages',
  queue: 'quick',
  scope: 'content:write',
  quiet: 'all',
  input: z.object({
    itemIds: z.array(z.string()).max(mostToTell),
    /** The URL templates that collections had before, by their ids. */
    formerTemplates: z.record(z.string(), z.string()).default({}),
    /** Whether their collection was closed or opened. */
    turned: z.enum(['closed', 'open']).optional(),
  }),

  async work(ctx, { itemIds, formerTemplates, turned }) {
    let told = 0
    for (let at = 0; at < itemIds.length; at += slice) {
      told += await ctx.once(`items ${at}`, async ({ db, announce }) => {
        const items = await stillPublished(ctx, db, { ids: itemIds.slice(at, at + slice), formerTemplates })
        const changes = Map.groupBy(items, ({ status }) => reasonOf(status, turned))
        for (const [reason, some] of changes)
          if (reason !== undefined) await announce({ reason, items: some, isReturn: turned === 'open' })
        return items.length
      })
      if (await ctx.isTurnOver()) return { goOnInMs: 0 }
    }
    return { result: { told } }
  },
})

/** What a website learns of an item as it is now; undefined where it never knew that the public sees it no longer. */
function reasonOf(status: ChangedItem['status'], turned: 'closed' | 'open' | undefined): ChangeReason | undefined {
  if (status !== 'published') return turned === 'closed' ? 'unpublished' : undefined
  return turned === 'open' ? 'published' : 'updated'
}

type Wanted = { ids: readonly string[]; formerTemplates: Readonly<Record<string, string>> }

async function stillPublished(ctx: JobCtx, db: Reader, { ids, formerTemplates }: Wanted): Promise<ChangedItem[]> {
  const around = await readSurroundings(db)
  const found = [...(await findItems(db, ids)).values()]
  const rows = found.filter((row) => row.effective_status === 'published' && row.trashed_at === null)
  const { settings } = around
  const site = siteIn(settings, { baseUrl: ctx.baseUrl, organizationId: ctx.access.organization.id })
  return rows.map((row) => {
    const collection = collectionIn(around, row.collection_id)
    const item = changedItem(ctx, { after: row, collection, settings })
    const former = { ...collection, urlTemplate: formerTemplates[collection.id] ?? collection.urlTemplate }
    const previousUrl = urlOfRow(row, { collection: former, site })
    return { ...item, previousUrl: previousUrl === item.url ? null : previousUrl }
  })
}
