import { type Expression, expressionBuilder, type QueryCreator, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import { gateColumns, gated } from '#areas/collections/index.ts'
import { type TermKind, termKinds, typeOfTerm, type TermRow, termRows } from '#areas/taxonomies/index.ts'
import type { Reader } from '#kernel/database.ts'
import type { Fields, FindQuery } from '#kernel/feed.ts'
import type { Tables } from '#kernel/tables.ts'

import { asksFurther, furtherSelection, othersChangedAt, relatedItems } from './further-attributes.ts'
import { attributeColumns } from './item-attributes.ts'

/** The attributes that are a text of the body. */
export const bodyTexts = ['content', 'content_html'] as const
type BodyText = (typeof bodyTexts)[number]

/** Whether a text of the body is asked for. */
export function asksBody(name: BodyText, fields: Fields): boolean {
  return fields === undefined || fields.has(name)
}

/** The narrow rows that a request is about, in the order of `n`: at least one row, whose `id` is null when there are none. */
export type PageRow = { total: number; id: string | null; n: number | null }

/** What `page` may read: the tables and the gate. */
export type PageQuery = QueryCreator<Tables & { gate: { collection_id: string | null } }>

/** The collection behind the gate; null when the gate is closed, so that no row is found. */
export const openCollection = sql<string>`(select gate.collection_id from gate)`

/**
 * The one statement of an item request: the gate, the narrow page, and the wide rows of that page, each fetched by its key.
 * `before`: how many rows come before the page; its first row carries the included terms.
 */
export function itemRows(
  db: Reader,
  query: FindQuery,
  before: number,
  page: (query: PageQuery) => Expression<PageRow>,
) {
  const kinds = termKinds.filter((kind) => query.include.has(typeOfTerm(kind)))
  return gated(db, query.collection)
    .with('page', (creator) => page(creator))
    .selectFrom('gate')
    .leftJoin('page', (join) => join.onTrue())
    .leftJoinLateral(
      () =>
        wideItem(query)
          .where('i.id', '=', sql<string>`page.id`)
          .limit(1)
          .as('row'),
      (join) => join.onTrue(),
    )
    .select(gateColumns)
    .select(['gate.collection_slug', 'gate.collection_url_template', 'gate.timezone', 'page.total', 'page.n'])
    .selectAll('row')
    .$if(kinds.length > 0, (statement) =>
      statement.select(
        sql<TermRow[] | null>`case when page.n = ${before}::int8 + 1 then ${includedTerms(kinds)} end`.as('included'),
      ),
    )
}

export type ItemRow = Awaited<ReturnType<ReturnType<typeof wideItem>['executeTakeFirstOrThrow']>>

/**
 * The wide row of `item as i`; further columns name the collections in `open`. Lateral with a limit, so that the planner can only
 * fetch by the primary key, whatever it thinks about the number of rows. The texts of the body are JSON as it is sent, or plain.
 */
export function wideItem({ fields, body = 'json' }: Pick<FindQuery, 'fields'> & { body?: 'json' | 'plain' }) {
  return expressionBuilder<Tables>()
    .selectFrom('item as i')
    .leftJoin('item_body as b', 'b.item_id', 'i.id')
    .leftJoin('media as m', 'm.id', 'i.featured_image_id')
    .select(attributeColumns)
    .$if(body === 'plain', (some) => some.select(['b.content', 'b.content_html']))
    .$if(body === 'json', (some) =>
      some.select([
        jsonOf('content', fields).as('content_json'),
        jsonOf('content_html', fields).as('content_html_json'),
      ]),
    )
    .select([
      'i.id',
      'i.effective_status',
      'i.word_count',
      'm.url as featured_image_url',
      'i.publish_at',
      'i.created_at',
      'i.updated_at',
      'i.edited_at',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('item_term as t')
          .select(['t.kind', 't.term_id as id'])
          .whereRef('t.item_id', '=', 'i.id')
          .orderBy('t.kind')
          .orderBy('t.position')
          .orderBy('t.term_id'),
      ).as('terms'),
    )
    .$if(asksFurther(fields), (some) =>
      some.select(furtherSelection).select([relatedItems().as('related'), othersChangedAt.as('others_changed_at')]),
    )
}

// As JSON, which a row of an older version has not stored yet; nothing where nobody asks for it.
function jsonOf(name: BodyText, fields: Fields) {
  return asksBody(name, fields)
    ? sql<string | null>`coalesce(${sql.ref(`b.${name}_json`)}, to_json(${sql.ref(`b.${name}`)})::text)`
    : sql<string | null>`null::text`
}

function includedTerms(kinds: TermKind[]) {
  const named = expressionBuilder<Tables & { page: PageRow }>()
    .selectFrom('page')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('item_term as t')
          .select('t.term_id')
          .whereRef('t.item_id', '=', 'page.id')
          .where('t.kind', '=', sql<TermKind>`any(${kinds})`)
          .limit(1000)
          .as('t'),
      (join) => join.onTrue(),
    )
    .select('t.term_id')
    .distinct()
  return jsonArrayFrom(
    expressionBuilder<Tables>()
      .selectFrom(named.as('named'))
      .innerJoinLateral(
        () =>
          termRows()
            .where('t.id', '=', sql<string>`named.term_id`)
            .limit(1)
            .as('row'),
        (join) => join.onTrue(),
      )
      .selectAll('row')
      .orderBy('row.kind')
      .orderBy('row.id'),
  )
}
