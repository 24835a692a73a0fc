import { sql } from 'kysely'
import { z } from 'zod'

import { isOpen, timezoneOfOrganization } from '#areas/collections/index.ts'
import { question, selectFrom } from '#kernel/ask.ts'
import type { ItemWriter } from '#kernel/checks.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { PageAsked } from '#kernel/list-page.ts'
import { id, iso, timestamp } from '#kernel/schema.ts'
import { spellings } from '#std/site-paths.ts'
import { textHash } from '#std/text-hash.ts'
import { escapeLike, searchTerm } from '#std/text.ts'
import { lastSegment } from '#std/urls.ts'

import { isInForce } from './find-redirects.ts'
import { pathOf } from './public-url.ts'
import { type RedirectReason, redirectReasons, removeRedirects } from './redirects.ts'

/** A redirect as operations return it. */
export const redirectOutput = z.object({
  id: id('redirect'),
  fromPath: z.string(),
  toItemId: id('item').nullable(),
  toUrl: z.string().nullable(),
  to: z.string().describe('Current path of the item, or toUrl'),
  code: z.int(),
  reason: z.enum(redirectReasons),
  hits: z.int(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

export type RedirectRecord = z.input<typeof redirectOutput>

/** Redirects of a message at most. */
const mostAround = 500

type Filter = { search?: string | undefined; reason?: RedirectReason | undefined }

/** One page of redirects, the newest first, and their number. `search` looks in paths, URLs and titles of targets. */
export async function listRedirectRecords(
  db: Reader,
  filter: Filter,
  { page, pageSize }: PageAsked,
): Promise<{ records: RedirectRecord[]; total: number }> {
  const matching = () => narrowed(db, filter)
  const { total } = await matching()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const offset = (page - 1) * pageSize
  if (offset >= total) return { records: [], total }
  const rows = await matching()
    .select(columns)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(pageSize)
    .offset(offset)
    .execute()
  return { records: rows.map(recordOf), total }
}

/** Redirects by id, in the order of their paths. */
export async function redirectRecords(db: Reader, ids: readonly string[]): Promise<RedirectRecord[]> {
  if (ids.length === 0) return []
  const rows = await narrowed(db, {})
    .select(columns)
    .where('r.id', '=', sql<string>`any(${[...ids]})`)
    .orderBy('r.from_path')
    .execute()
  return rows.map(recordOf)
}

/** The redirect in force of the first of these paths that has one, in any of its spellings, and the item that it leads to. */
export async function redirectAt(db: Reader, paths: readonly string[]) {
  const hashes = paths.map((path) => spellings(path).map(textHash))
  const rows = await narrowed(db, {})
    .select(columns)
    .select(['r.from_hash', 'i.title', 'i.status', 'i.trashed_at', 'i.canonical_url', 'i.collection_id'])
    .select(isOpen('c').as('is_open'))
    .where('r.from_hash', '=', sql<string>`any(${hashes.flat()})`)
    .execute()
  const row = hashes
    .flat()
    .map((hash) => rows.find((one) => one.from_hash === hash))
    .find((one) => one !== undefined)
  if (row === undefined) return undefined
  const { to_item_id: itemId, slug, title, canonical_url, collection_id, category_slug, publish_at } = row
  const isPublic = row.status === 'published' && row.trashed_at === null && row.is_open === true
  const item =
    itemId === null || slug === null || title === null
      ? null
      : {
          id: itemId,
          slug,
          title,
          canonical_url,
          collection_id,
          category_slug: category_slug ?? '',
          publish_at,
          isPublic,
        }
  return { record: recordOf(row), item }
}

/**
 * The redirects of paths, then those in force that lead to items, or did before they were sent elsewhere; `isPublic`: they lead
 * somewhere now. A question.
 */
export const redirectsAroundAsked = ({ itemIds, paths }: { itemIds: readonly string[]; paths: readonly string[] }) =>
  question(
    itemIds.length + paths.length === 0
      ? undefined
      : selectFrom('redirect as r')
          .leftJoin('item as i', 'i.id', 'r.to_item_id')
          .leftJoin('collection as c', 'c.id', 'i.collection_id')
          .select(columns)
          .select(['i.status', 'i.trashed_at', isOpen('c').as('is_open'), isInForce.as('is_in_force')])
          .where((eb) => {
            const these = sql<string>`any(${[...itemIds]})`
            return eb.or([
              isOfPath(paths),
              eb.and([isInForce, eb('r.to_item_id', '=', these)]),
              eb.and([isInForce, eb('r.former_item_id', '=', these)]),
            ])
          })
          .orderBy(isOfPath(paths), 'desc')
          .orderBy('r.from_path')
          .limit(mostAround),
    (rows) =>
      rows.map((row) => ({
        from: row.from_path,
        to: recordOf(row).to,
        isPublic:
          row.is_in_force &&
          (row.to_url !== null || (row.status === 'published' && row.trashed_at === null && row.is_open === true)),
      })),
  )

const isOfPath = (paths: readonly string[]) => sql<boolean>`r.from_hash = any(${paths.map(textHash)})`

/** Removes a redirect and returns it. Errors: `not_found`. */
export async function removeRedirect(ctx: ItemWriter, redirectId: string): Promise<RedirectRecord> {
  const { db } = ctx
  const [record] = await redirectRecords(db, [redirectId])
  const rows = await db.selectFrom('redirect').selectAll().where('id', '=', redirectId).forUpdate().execute()
  if (record === undefined || rows.length === 0)
    throw new Refusal('not_found', 'There is no such redirect. listRedirects names them.', {
      id: redirectId.slice(0, 200),
    })
  await removeRedirects(ctx, rows)
  return record
}

/** Adds to the counters of redirects. Their versions stay: being followed does not change them. */
export async function addHits(db: Writer, hits: ReadonlyMap<string, number>): Promise<void> {
  const [ids, counts] = [[...hits.keys()], [...hits.values()]]
  const added = sql<{ id: string; n: number }>`unnest(${ids}::text[], ${counts}::int8[])`.as<'added'>(sql`added(id, n)`)
  await db
    .updateTable('redirect')
    .from(added)
    .set({ hits: sql<number>`redirect.hits + added.n` })
    .whereRef('redirect.id', '=', 'added.id')
    .execute()
}

const columns = [
  'r.id',
  'r.from_path',
  'r.to_item_id',
  'r.to_url',
  'r.code',
  'r.reason',
  'r.hits',
  'r.created_at',
  'r.updated_at',
  'i.slug',
  'i.category_slug',
  'i.publish_at',
  'c.slug as collection_slug',
  'c.url_template',
  timezoneOfOrganization,
] as const

function narrowed(db: Reader, { search, reason }: Filter) {
  const term = searchTerm(search ?? '')
  const pattern = `%${escapeLike(term)}%`
  return db
    .selectFrom('redirect as r')
    .leftJoin('item as i', 'i.id', 'r.to_item_id')
    .leftJoin('collection as c', 'c.id', 'i.collection_id')
    .where(isInForce)
    .$call((some) => (reason === undefined ? some : some.where('r.reason', '=', reason)))
    .$if(term !== '', (some) =>
      some.where((eb) =>
        eb.or([
          eb(sql<string>`lower(r.from_path)`, 'like', pattern),
          eb('r.from_slug', '=', lastSegment(search ?? '')),
          eb(sql<string>`lower(r.to_url)`, 'like', pattern),
          eb('i.slug', 'like', pattern),
          eb('i.slug', '=', lastSegment(search ?? '')),
          eb(sql<string>`lower(i.title)`, 'like', pattern),
        ]),
      ),
    )
}

type Row = {
  id: string
  from_path: string
  to_item_id: string | null
  to_url: string | null
  code: number
  reason: RedirectReason
  hits: number
  created_at: Date | string
  updated_at: Date | string
  slug: string | null
  category_slug: string | null
  publish_at: Date | string | null
  collection_slug: string | null
  url_template: string | null
  timezone: string
}

function recordOf(row: Row): RedirectRecord {
  const { slug, collection_slug: collection, url_template: urlTemplate, timezone } = row
  return {
    id: row.id,
    fromPath: row.from_path,
    toItemId: row.to_item_id,
    toUrl: row.to_url,
    to:
      slug === null || collection === null || urlTemplate === null
        ? (row.to_url ?? '')
        : pathOf({ slug: collection, urlTemplate, timezone }, { ...row, slug, id: row.to_item_id ?? '' }),
    code: row.code,
    reason: row.reason,
    hits: row.hits,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}
