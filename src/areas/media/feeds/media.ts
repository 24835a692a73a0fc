import { type Expression, expressionBuilder, type QueryCreator, sql } from 'kysely'
import { z } from 'zod'

import { gateColumns, gated, gateOf } from '#areas/collections/index.ts'
import { derivedMedia, type MediaSource } from '#areas/media/derived-media.ts'
import type { Reader } from '#kernel/database.ts'
import { absoluteUrl, feed, type Resource } from '#kernel/feed.ts'
import { isId } from '#kernel/ids.ts'
import { timestamp } from '#kernel/schema.ts'
import type { Tables } from '#kernel/tables.ts'

const attributes = z.object({
  source: z.enum(['post', 'author']),
  source_id: z.string(),
  url: z.string(),
  type: z.literal('image'),
  title: z.string().nullable(),
  description: z.string().nullable(),
  aspect_ratio: z.string().nullable(),
  palette: z.looseObject({}).nullable(),
  created_at: timestamp(),
})

/** Featured images of published items and avatars of authors (media.md#media-of-the-content-api). */
export const media = feed({
  type: 'media',
  noun: 'Media',
  summary: 'Featured images of published items and avatars of authors',
  paths: ['/media'],
  collection: 'all',
  attributes,
  keyForm: { pattern: /^(?:post|author)-./s, words: 'post-{postId} or author-{authorId}' },
  includes: [],
  statuses: false,
  lists: { searches: 'title or description', filters: [], orders: ['date', 'created_at', 'title'], offset: false },

  async list(db, query) {
    const { search, direction } = query
    const by = orderOf(query.orderBy, direction)
    const rows = await mediaRows(db, (creator) => {
      const hits = creator.with('hits', () => derivedMedia({ search }))
      return hits
        .selectFrom(
          expressionBuilder<Tables & { hits: MediaSource }>()
            .selectFrom('hits')
            .select(sql<number>`count(*)`.as('total'))
            .as('tally'),
        )
        .leftJoin(
          expressionBuilder<Tables & { hits: MediaSource }>()
            .selectFrom('hits')
            .select(['id', 'source', 'source_id', 'media_id', sql<number>`row_number() over (order by ${by})`.as('n')])
            .orderBy(by)
            .limit(query.limit)
            .offset(query.offset)
            .as('p'),
          (join) => join.onTrue(),
        )
        .select(['tally.total', 'p.id', 'p.source', 'p.source_id', 'p.media_id', 'p.n'])
    }).execute()
    const resources = rows
      .toSorted((a, b) => Number(a.n) - Number(b.n))
      .flatMap((row) => resourceOf(row, query.baseUrl) ?? [])
    return { gate: gateOf(rows[0]), total: rows[0]?.total ?? 0, resources, included: [] }
  },

  async find(db, key, query) {
    const only = keyOf(key)
    const row = await mediaRows(db, (creator) =>
      creator
        .selectFrom(sql<{ total: number }>`(select 1)`.as<'one'>(sql`one(total)`))
        .leftJoin(derivedMedia({ only }).limit(1).as('p'), (join) => join.onTrue())
        .select(['one.total', 'p.id', 'p.source', 'p.source_id', 'p.media_id', sql<number>`1`.as('n')]),
    ).executeTakeFirst()
    return { gate: gateOf(row), resource: row && resourceOf(row, query.baseUrl), included: [] }
  },
})

type PageRow = {
  total: number
  id: string | null
  source: string | null
  source_id: string | null
  media_id: string | null
  n: number | null
}

type GatedTables = Tables & { gate: { collection_id: string | null }; open: { id: string } }

function mediaRows(db: Reader, page: (creator: QueryCreator<GatedTables>) => Expression<PageRow>) {
  return gated(db, undefined)
    .with('page', (creator) => page(creator))
    .selectFrom('gate')
    .leftJoin('page', (join) => join.onTrue())
    .leftJoinLateral(
      () =>
        expressionBuilder<Tables>()
          .selectFrom('media as m')
          .select(['m.url', 'm.title', 'm.description', 'm.aspect_ratio', 'm.palette', 'm.created_at', 'm.updated_at'])
          .where('m.id', '=', sql<string>`page.media_id`)
          .limit(1)
          .as('row'),
      (join) => join.onTrue(),
    )
    .select(gateColumns)
    .select(['page.total', 'page.n', 'page.id', 'page.source', 'page.source_id'])
    .selectAll('row')
}

type Row = Awaited<ReturnType<ReturnType<typeof mediaRows>['executeTakeFirstOrThrow']>>

function resourceOf(row: Row, baseUrl: string): Resource | undefined {
  if (row.id === null || row.created_at === null || row.updated_at === null) return undefined
  return {
    type: 'media',
    id: row.id,
    attributes: {
      source: row.source,
      source_id: row.source_id,
      url: absoluteUrl(row.url, baseUrl),
      type: 'image',
      title: row.title,
      description: row.description,
      aspect_ratio: row.aspect_ratio,
      palette: row.palette ?? null,
      created_at: row.created_at.toISOString(),
    },
    self: `media/${row.id}`,
    changedAt: row.updated_at,
  }
}

// Ties break by id in the same direction, NULLs come last (content-api.md#stable-orders).
function orderOf(orderBy: string, direction: 'asc' | 'desc') {
  const towards = direction === 'asc' ? sql`asc` : sql`desc`
  return sql`${sql.ref(orderBy === 'title' ? 'title_key' : 'created_at')} ${towards} nulls last, ${sql.ref('id')} ${towards}`
}

function keyOf(key: string): { source: 'post' | 'author'; id: string } {
  const source = key.startsWith('post-') ? 'post' : 'author'
  const id = key.slice(source.length + 1)
  return { source, id: isId(source === 'post' ? 'item' : 'author', id) ? id : '' }
}
