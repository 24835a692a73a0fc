import { sql } from 'kysely'

import { siteOf, urlOfRow } from '#areas/addresses/index.ts'
import { allCollections, collectionNamed, isPublic } from '#areas/collections/index.ts'
import { findItems } from '#areas/items/index.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import type { Reader } from '#kernel/database.ts'

import { troublesOf } from './attention.ts'

export const chatTemplates = ['digest', 'published', 'alert'] as const

const mostItems = 10

/** What a template tells, as plain text. */
export async function textOfTemplate(
  ctx: PrepareCtx,
  db: Reader,
  template: (typeof chatTemplates)[number],
): Promise<string> {
  if (template === 'published') return published(ctx, db)
  return template === 'digest' ? digest(db) : alert(db, ctx.now)
}

/** Title and address of what went live in the last 24 hours. */
async function published(ctx: PrepareCtx, db: Reader): Promise<string> {
  const rows = await db
    .selectFrom('item')
    .select('id')
    .where(isPublic('item'))
    .where('publish_at', '>', sql<Date>`now() - interval '24 hours'`)
    .where('publish_at', '<=', sql<Date>`now()`)
    .orderBy('publish_at', 'desc')
    .limit(mostItems)
    .execute()
  const items = await findItems(
    db,
    rows.map(({ id }) => id),
  )
  const site = await siteOf({ db, baseUrl: ctx.baseUrl, organizationId: ctx.access.organization.id })
  const collections = await allCollections(db)
  const lines = rows.flatMap(({ id }) => {
    const row = items.get(id)
    if (row === undefined) return []
    const collection = collectionNamed(collections, row.collection_id)
    return [`${row.title}\n${urlOfRow(row, { collection, site })}`]
  })
  return lines.length === 0 ? 'Nothing was published in the last 24 hours.' : lines.join('\n\n')
}

/** Counts of the last seven days. */
async function digest(db: Reader): Promise<string> {
  const { rows } = await sql<{ published: number; edited: number; scheduled: number; drafts: number }>`
    select count(*) filter (where ${isPublic('item')} and publish_at > now() - interval '7 days')::int as published,
      count(*) filter (where edited_at > now() - interval '7 days')::int as edited,
      count(*) filter (where effective_status = 'scheduled')::int as scheduled,
      count(*) filter (where effective_status = 'draft')::int as drafts
    from app.item where trashed_at is null`.execute(db)
  const { published: live = 0, edited = 0, scheduled = 0, drafts = 0 } = rows[0] ?? {}
  return [
    'The last seven days:',
    `${live} published, ${edited} edited.`,
    `${scheduled} scheduled, ${drafts} drafts.`,
  ].join('\n')
}

/** What needs a person, as the dashboard lists it. */
async function alert(db: Reader, now: Date): Promise<string> {
  const { entries, total } = await troublesOf(db, now)
  if (total === 0) return 'Nothing needs a person.'
  const lines = entries.map(({ title, message }) => (title === undefined ? message : `${title}: ${message}`))
  if (total > entries.length) lines.push(`And ${total - entries.length} more.`)
  return lines.join('\n')
}
