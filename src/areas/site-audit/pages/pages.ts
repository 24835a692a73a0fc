import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { listPage, type PageAsked } from '#kernel/list-page.ts'
import { escapeLike } from '#std/text.ts'

import { pageColumns, type PageRow } from './page-output.ts'

export type PageFilter = {
  runId: string | undefined
  search: string | undefined
  /** A status such as `404`, or a class such as `4xx`. */
  status: string | undefined
  depth: number | undefined
  orphan: boolean | undefined
  itemId: string | undefined
}

/** A page of the pages of a run, else of the latest record of each, by address. */
export async function listPageRows(
  db: Reader,
  filter: PageFilter,
  asked: PageAsked,
): Promise<{ rows: PageRow[]; total: number }> {
  return listPage(matching(db, filter), asked, (all) => all.select(pageColumns).orderBy('url'))
}

function matching(db: Reader, { runId, search, status, depth, orphan, itemId }: PageFilter) {
  const hundred = status === undefined ? undefined : Number(status[0]) * 100
  const isClass = status?.endsWith('xx') === true
  return db
    .selectFrom('site_audit_page')
    .where('is_listed', '=', true)
    .where('stage', '<>', 'found')
    .$call((query) => (runId === undefined ? query.where('is_latest', '=', true) : query.where('run_id', '=', runId)))
    .$if(search !== undefined && search.trim() !== '', (query) => {
      const term = `%${escapeLike((search ?? '').trim().toLowerCase())}%`
      return query.where(sql<boolean>`(lower(url) like ${term} or lower(untrusted ->> 'title') like ${term})`)
    })
    .$if(hundred !== undefined && isClass, (query) =>
      query.where('status', '>=', hundred ?? 0).where('status', '<', (hundred ?? 0) + 100),
    )
    .$if(status !== undefined && !isClass, (query) => query.where('status', '=', Number(status)))
    .$if(depth !== undefined, (query) => query.where('depth', '=', depth ?? 0))
    .$if(orphan === true, (query) => query.where(isOrphan(runId)))
    .$if(orphan === false, (query) => query.where(sql<boolean>`not ${isOrphan(runId)}`))
    .$if(itemId !== undefined, (query) => query.where('item_id', '=', itemId ?? ''))
}

/** What the rule `orphan` says: no link leads to a page that may be indexed, nor to a redirect that ends there. */
const isOrphan = (runId: string | undefined) => sql<boolean>`(indexable and inlinks = 0 and depth is distinct from 0
  and url not in (select hop ->> 'url' from app.site_audit_page linked, jsonb_array_elements(linked.redirect_chain) hop
    where linked.inlinks > 0 and hop ->> 'url' <> linked.url
      and ${runId === undefined ? sql`linked.is_latest` : sql`linked.run_id = ${runId}`}))`

/** A page by its address or its id, in a run or as it was last. Errors: `not_found`. */
export async function getPage(db: Reader, by: { url: string } | { id: string }, runId: string | undefined) {
  const row = await db
    .selectFrom('site_audit_page')
    .select(pageColumns)
    .select('links')
    .where('is_listed', '=', true)
    .where('stage', '<>', 'found')
    .$call((query) => ('url' in by ? query.where('url', '=', by.url) : query.where('id', '=', by.id)))
    .$call((query) => (runId === undefined ? query.where('is_latest', '=', true) : query.where('run_id', '=', runId)))
    .executeTakeFirst()
  if (row !== undefined) return row
  const details = 'url' in by ? { url: by.url.slice(0, 300) } : { id: by.id.slice(0, 200) }
  throw new Refusal('not_found', 'No audit has such a page.', details)
}

const slice = 500

/** Makes pages of a run the latest records of their addresses (site-audit.md#records-of-runs-that-succeeded). */
export async function becomeLatest(db: Writer, runId: string, urls: readonly string[]): Promise<void> {
  for (let at = 0; at < urls.length; at += slice)
    await db
      .updateTable('site_audit_page')
      .set({ is_latest: sql<boolean>`run_id = ${runId}` })
      .where('url', '=', sql<string>`any(${urls.slice(at, at + slice)})`)
      .where(sql<boolean>`is_latest <> (run_id = ${runId})`)
      .execute()
}
