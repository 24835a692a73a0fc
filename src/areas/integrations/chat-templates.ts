import { sql } from 'kysely'

import { siteOf, urlOfRow } from '#areas/addresses/index.ts'
import { getCollection } from '#areas/collections/index.ts'
import { findItems } from '#areas/content/index.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import type { Reader } from '#kernel/database.ts'

export const chatTemplates = ['digest', 'published', 'alert'] as const

const mostItems = 10

/** What a template tells, as plain text. */
export async function textOfTemplate(
  ctx: PrepareCtx,
  db: Reader,
  template: (typeof chatTemplates)[number],
): Promise<string> {
  if (template === 'published') return published(ctx, db)
  return template === 'digest' ? digest(db) : alert(db)
}

/** Title and address of what went live in the last 24 hours. */
async function published(ctx: PrepareCtx, db: Reader): Promise<string> {
  const rows = await db
    .selectFrom('item')
    .select('id')
    .where('effective_status', '=', 'published')
    .where('trashed_at', 'is', null)
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
  const lines: string[] = []
  for (const { id } of rows) {
    const row = items.get(id)
    if (row === undefined) continue
    const collection = await getCollection(db, row.collection_id)
    lines.push(`${row.title}\n${urlOfRow(row, { collection, site })}`)
  }
  return lines.length === 0 ? 'Nothing was published in the last 24 hours.' : lines.join('\n\n')
}

/** Counts of the last seven days. */
async function digest(db: Reader): Promise<string> {
  const { rows } = await sql<{ published: number; edited: number; scheduled: number; drafts: number }>`
    select count(*) filter (where effective_status = 'published' and publish_at > now() - interval '7 days')::int as published,
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

/** What needs a person: copies and deliveries that failed, services that refuse, dates that were missed. */
async function alert(db: Reader): Promise<string> {
  const { rows } = await sql<{ copies: number; missed: number; deliveries: number; services: string[] | null }>`
    select (select count(*)::int from app.item where external_state = 'failed' and trashed_at is null) as copies,
      (select count(*)::int from app.item where effective_status = 'scheduled' and publish_error is not null and trashed_at is null) as missed,
      (select count(*)::int from app.delivery where state = 'exhausted' and updated_at > now() - interval '7 days') as deliveries,
      (select array_agg(display_name order by display_name) from app.integration where state in ('auth_expired', 'degraded')) as services`.execute(
    db,
  )
  const { copies = 0, missed = 0, deliveries = 0, services = null } = rows[0] ?? {}
  const lines = [
    copies > 0 ? `${copies} copies could not be brought up to date.` : '',
    missed > 0 ? `${missed} scheduled articles could not be published.` : '',
    deliveries > 0 ? `${deliveries} deliveries were given up.` : '',
    ...(services ?? []).map((name) => `${name} needs a look.`),
  ].filter((line) => line !== '')
  return lines.length === 0 ? 'Nothing needs a person.' : lines.join('\n')
}
