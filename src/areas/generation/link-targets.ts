import { sql } from 'kysely'

import { urlOfRow } from '#areas/addresses/index.ts'
import { isOpen, timezoneOfOrganization } from '#areas/collections/index.ts'
import type { Access } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import { type ItemId, storedId } from '#kernel/ids.ts'
import { escapeLike } from '#std/text.ts'

/** A published item that a text about the same words can link to, with the questions that it already answers. */
export type LinkTarget = { id: ItemId; title: string; url: string; questions: string[] }

type Wanted = { words: readonly string[]; siteUrl: string | null; except: ItemId | null; limit: number }
type Ctx = { db: Reader; access: Pick<Access, 'organization'>; baseUrl: string }

/** Published items whose title or primary keyword has some of the words (stems, folded), those with most of them first, then the newest. */
export async function linkTargets(
  { db, access, baseUrl }: Ctx,
  { words, siteUrl, except, limit }: Wanted,
): Promise<LinkTarget[]> {
  if (words.length === 0) return []
  const patterns = words.map((word) => `%${escapeLike(word)}%`)
  const isIn = sql<boolean>`i.title_key like p or coalesce(i.keyword_key, '') like p`
  const rows = await db
    .selectFrom('item as i')
    .innerJoin('collection as c', 'c.id', 'i.collection_id')
    .select(['i.id', 'i.title', 'i.slug', 'i.canonical_url', 'i.category_slug', 'i.publish_at', 'i.faq'])
    .select(['c.slug as collection_slug', 'c.url_template', timezoneOfOrganization])
    .where('i.effective_status', '=', 'published')
    .where('i.trashed_at', 'is', null)
    .where(isOpen('c'))
    .$if(except !== null, (query) => query.where('i.id', '<>', except ?? ''))
    .where(sql<boolean>`exists (select from unnest(${patterns}::text[]) p where ${isIn})`)
    .orderBy(sql`(select count(*) from unnest(${patterns}::text[]) p where ${isIn})`, 'desc')
    .orderBy('i.sort_date', 'desc')
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute()
  const site = { siteUrl, baseUrl, organizationId: access.organization.id }
  return rows.map((row) => ({
    id: storedId('item', row.id),
    title: row.title,
    url: urlOfRow(row, {
      collection: { slug: row.collection_slug, urlTemplate: row.url_template, timezone: row.timezone },
      site,
    }),
    questions: row.faq.map(({ question }) => question),
  }))
}
