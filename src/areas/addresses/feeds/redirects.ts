import { expressionBuilder, sql } from 'kysely'
import { z } from 'zod'

import { pathOf } from '#areas/addresses/public-url.ts'
import { builtInSlug, gateColumns, gated, gateOf } from '#areas/collections/index.ts'
import type { Reader } from '#kernel/database.ts'
import { feed, type Resource } from '#kernel/feed.ts'
import { isId } from '#kernel/ids.ts'
import { iso, timestamp } from '#kernel/schema.ts'
import type { Tables } from '#kernel/tables.ts'
import { foreignPath, pathKey, spellings } from '#std/site-paths.ts'
import { textHash } from '#std/text-hash.ts'
import { isUnstorable } from '#std/text.ts'

const attributes = z.object({
  from: z.string().describe('Path below siteUrl that is redirected'),
  to: z.string().describe('Current path of the published item below siteUrl, or an absolute address'),
  status: z.literal(308),
  created_at: timestamp(),
  updated_at: timestamp().describe('Last change of the redirect or of the item that it leads to'),
})

/** What static websites and routers at the edge redirect (content-api.md#redirects-for-websites). */
export const redirects = feed({
  type: 'redirects',
  noun: 'Redirect',
  summary: 'Redirects of old paths, those that changed last at the end',
  paths: ['/redirects'],
  collection: 'all',
  attributes,
  includes: [],
  statuses: false,
  lists: {
    filters: [],
    exact: { from: 'The path that is redirected, in any spelling' },
    since: { updated_since: 'Only what changed at this time or later (ISO 8601)' },
    offset: false,
  },

  async list(db, { exact, since, limit, offset }) {
    const rows = await redirectRows(db, { from: exact.get('from'), since: since.get('updated_since'), limit, offset })
    const resources = rows.toSorted((a, b) => Number(a.n) - Number(b.n)).flatMap((row) => resourceOf(row) ?? [])
    return { gate: gateOf(rows[0]), total: Number(rows[0]?.total ?? 0), resources, included: [] }
  },

  async find(db, key) {
    const [row] = await redirectRows(db, { id: isId('redirect', key) ? key : '', limit: 1, offset: 0 })
    return { gate: gateOf(row), resource: row && resourceOf(row), included: [] }
  },
})

type Wanted = { id?: string; from?: string | undefined; since?: Date | undefined; limit: number; offset: number }
type Open = { id: string; slug: string; url_template: string; updated_at: Date }

// One row per redirect of the page, each with the gate and the total; one row without a redirect if there is none.
function redirectRows(db: Reader, { id, from, since, limit, offset }: Wanted) {
  return gated(db, undefined)
    .with('hits', () =>
      shown()
        .$if(id !== undefined, (some) => some.where('r.id', '=', id ?? ''))
        .$if(from !== undefined, (some) => some.where('r.from_hash', '=', sql<string>`any(${hashesOf(from ?? '')})`))
        .$if(since !== undefined, (some) => some.where(changedAt, '>=', since ?? new Date())),
    )
    .with('page', (creator) =>
      creator
        .selectFrom('hits')
        .selectAll('hits')
        .select(sql<number>`row_number() over (order by hits.updated_at, hits.id)`.as('n'))
        .orderBy('n')
        .limit(limit)
        .offset(offset),
    )
    .selectFrom('gate')
    .leftJoin('page', (join) => join.onTrue())
    .select(gateColumns)
    .select('gate.timezone')
    .select((eb) => eb.selectFrom('hits').select(eb.fn.countAll<number>().as('count')).as('total'))
    .selectAll('page')
    .execute()
}

// The address of the target changes with the item and with its collection, one that names a day with the time zone too. Whether the
// collection is open, but for the built-in one, the plan decides.
const changedAt = sql<Date>`greatest(r.updated_at, t.updated_at, open.updated_at,
  case when open.url_template ~ '[{](year|month|day)[}]' then gate.settings_changed_at end,
  case when open.slug <> ${builtInSlug} then gate.organization_changed_at end)`

/** The redirects that lead somewhere public, behind the gate. */
function shown() {
  const item = expressionBuilder<Tables>()
    .selectFrom('item as i')
    .where('i.id', '=', sql<string>`r.to_item_id`)
    .where('i.trashed_at', 'is', null)
    .where('i.effective_status', '=', 'published')
    .select(['i.id', 'i.slug', 'i.category_slug', 'i.publish_at', 'i.collection_id', 'i.updated_at'])
    .limit(1)
  return (
    expressionBuilder<Tables & { open: Open; gate: { content_mode: string } }>()
      .selectFrom('redirect as r')
      .innerJoin('gate', (join) => join.on('gate.content_mode', '=', 'headless'))
      .leftJoinLateral(
        () => item.as('t'),
        (join) => join.onTrue(),
      )
      .leftJoin('open', 'open.id', 't.collection_id')
      // One that waits for its path is not in force.
      .where('r.gave_way_to', 'is', null)
      .where((eb) => eb.or([eb('r.to_url', 'is not', null), eb('open.id', 'is not', null)]))
      .select(['r.id', 'r.from_path', 'r.to_url', 'r.created_at', changedAt.as('updated_at')])
      .select([
        't.id as item_id',
        't.slug',
        't.category_slug',
        't.publish_at',
        'open.slug as collection_slug',
        'open.url_template',
      ])
  )
}

// A redirect may keep its path as it was entered, or as an import found it; what cannot be stored is nobody's path.
function hashesOf(from: string): string[] {
  return isUnstorable(from) ? [] : spellings(from).map(textHash)
}

type Row = Awaited<ReturnType<typeof redirectRows>>[number]

function resourceOf(row: Row): Resource | undefined {
  const { id, from_path: from, created_at: createdAt, updated_at: updatedAt } = row
  if (id === null || from === null || createdAt === null || updatedAt === null) return undefined
  const { slug, item_id: itemId } = row
  const placing = { slug: row.collection_slug ?? '', urlTemplate: row.url_template ?? '', timezone: row.timezone }
  const to = slug === null || itemId === null ? row.to_url : pathOf(placing, { ...row, slug, id: itemId })
  // Stored before redirects gave way to a template (content.md#redirects-give-way).
  if (pathKey(from) === pathKey(to ?? '')) return undefined
  return {
    type: 'redirects',
    id,
    // One that was imported earlier may be spelled as its source spelled it.
    attributes: { from: foreignPath(from), to, status: 308, created_at: iso(createdAt), updated_at: iso(updatedAt) },
    self: `redirects/${id}`,
    changedAt: updatedAt,
  }
}
