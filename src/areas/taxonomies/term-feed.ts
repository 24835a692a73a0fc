import { sql } from 'kysely'

import { gateColumns, gated, gateOf } from '#areas/collections/index.ts'
import type { Reader } from '#kernel/database.ts'
import {
  type CollectionScope,
  feed,
  type FeedFind,
  type FeedPage,
  type FindQuery,
  type ListQuery,
} from '#kernel/feed.ts'
import { isId } from '#kernel/ids.ts'

import { authorAttributes, kindOfType, termAttributes, termResource, type TermType } from './term-resource.ts'
import { type TermRow, termRows } from './term-rows.ts'

type Declared = { type: TermType; noun: string; summary: string; collection: CollectionScope; searches: string }

const columnOf = { name: 'name_key', slug: 'slug', id: 'id', date: 'created_at', created_at: 'created_at' } as const
const sqlDirection = { asc: sql`asc`, desc: sql`desc` }
const orders = ['name', 'slug', 'id', 'date', 'created_at'] as const

/** The feed of a kind of term: categories, tags and authors differ only in their names, attributes and collection. */
export function termFeed({ type, noun, summary, collection, searches }: Declared) {
  return feed({
    type,
    noun,
    summary,
    paths: [`/${type}`],
    collection,
    attributes: type === 'authors' ? authorAttributes : termAttributes,
    includes: [],
    statuses: false,
    lists: { searches, filters: [], orders, offset: false },
    list: (db, query) => listTerms(db, type, query),
    find: (db, key, query) => findTerm(db, type, key, query),
  })
}

async function listTerms(db: Reader, type: TermType, query: ListQuery): Promise<FeedPage> {
  const { search, direction } = query
  const key = columnOf[orders.find((order) => order === query.orderBy) ?? 'name']
  const rows = await gated(db, query.collection)
    .with('hits', (hits) =>
      hits
        .selectFrom('term as t')
        .innerJoin('gate', 'gate.collection_id', 't.collection_id')
        .select(['t.id', `t.${key} as key`])
        .where('t.kind', '=', kindOfType[type])
        .$if(search !== undefined, (narrowed) =>
          narrowed.where(
            sql<boolean>`(lower(t.name) like ${search?.phrase} or t.slug like ${search?.phrase} or ${type === 'authors'} and lower(t.description) like ${search?.phrase})`,
          ),
        ),
    )
    .with('page', (page) =>
      page
        .selectFrom('hits')
        .select([
          'hits.id',
          sql<number>`row_number() over (order by key ${sqlDirection[direction]}, id ${sqlDirection[direction]})`.as(
            'n',
          ),
        ])
        .orderBy('n')
        .limit(query.limit)
        .offset(query.offset),
    )
    .selectFrom('gate')
    .leftJoin('page', (join) => join.onTrue())
    .leftJoinLateral(
      () =>
        termRows()
          .where('t.id', '=', sql<string>`page.id`)
          .limit(1)
          .as('row'),
      (join) => join.onTrue(),
    )
    .select(gateColumns)
    .select('page.n')
    .select((eb) => eb.selectFrom('hits').select(eb.fn.countAll<number>().as('count')).as('total'))
    .selectAll('row')
    .execute()

  const resources = rows
    .toSorted((a, b) => Number(a.n) - Number(b.n))
    .flatMap((row) => (isTerm(row) ? [termResource(row, query.baseUrl)] : []))
  return { gate: gateOf(rows[0]), total: Number(rows[0]?.total ?? 0), resources, included: [] }
}

async function findTerm(db: Reader, type: TermType, key: string, query: FindQuery): Promise<FeedFind> {
  const kind = kindOfType[type]
  const row = await gated(db, query.collection)
    .selectFrom('gate')
    .leftJoinLateral(
      () =>
        termRows()
          .where('t.collection_id', '=', sql<string>`gate.collection_id`)
          .where('t.kind', '=', kind)
          .where(isId(kind, key) ? 't.id' : 't.slug', '=', key)
          .limit(1)
          .as('row'),
      (join) => join.onTrue(),
    )
    .select(gateColumns)
    .selectAll('row')
    .executeTakeFirst()
  return {
    gate: gateOf(row),
    resource: row && isTerm(row) ? termResource(row, query.baseUrl) : undefined,
    included: [],
  }
}

// Every row of the statement carries the gate; without a term, the term's columns are null.
function isTerm<R extends { id: string | null }>(row: R): row is R & TermRow {
  return row.id !== null
}
