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

/** What a statement of items is about: `before` rows come before the page, whose first row carries the included terms. */
type Page = { before: number; page: (query: PageQuery) => Expression<PageRow> }

/** The one statement of an item request: the gate, the narrow page, and the wide rows of that page, each fetched by its key. */
export function itemRows(db: Reader, query: FindQuery, page: Page) {
  return pageRows(db, query, page)
    .leftJoinLateral(
      () =>
        wideItem(query)
          .where('i.id', '=', sql<string>`page.id`)
          .limit(1)
          .as('row'),
      (join) => join.onTrue(),
    )
    .selectAll('row')
}

/** The same with what is stored of each item as it is sent (`item-documents.ts`), without its columns. */
export function documentRows(db: Reader, query: FindQuery, page: Page) {
  return pageRows(db, query, page)
    .leftJoinLateral(
      () =>
        expressionBuilder<Tables>()
          .selectFrom('item_document as d')
          .select(['d.format', 'd.changed_at', 'd.attributes', 'd.relationships'])
          .where('d.item_id', '=', sql<string>`page.id`)
          .limit(1)
          .as('document'),
      (join) => join.onTrue(),
    )
    .select('page.id')
    .selectAll('document')
}

function pageRows(db: Reader, query: FindQuery, { before, page }: Page) {
  const kinds = termKinds.filter((kind) => query.include.has(typeOfTerm(kind)))
  return gated(db, query.collection)
    .with('page', (creator) => page(creator))
    .selectFrom('gate')
    .leftJoin('page', (join) => join.onTrue())
    .select(gateColumns)
    .select(['gate.collection_slug', 'gate.collection_url_template', 'gate.timezone', 'page.total', 'page.n'])
    .$if(kinds.length > 0, (statement) =>
      statement.select(
        sql<TermRow[] | null>`case when page.n = ${before}::int8 + 1 then ${includedTerms(kinds)} end`.as('included'),
      ),
    )
}

export type ItemRow = Awaited<ReturnType<ReturnType<typeof wideItem>['executeTakeFirstOrThrow']>>

/**
 * The wide row of `item as i`; further columns name the collections in `open`. Lateral with a limit, so that the planner can only
 * fetch by the primary key, whatever it thinks about the number of rows. `body`: with both of its texts, whatever is asked for.
 */
export function wideItem({ fields, body = 'asked' }: Pick<FindQuery, 'fields'> & { body?: 'asked' | 'whole' }) {
  const textOf = (name: BodyText) =>
    body === 'whole' || asksBody(name, fields)
      ? sql<string | null>`${sql.ref(`b.${name}`)}`
      : sql<string | null>`null::text`
  return expressionBuilder<Tables>()
    .selectFrom('item as i')
    .leftJoin('item_body as b', 'b.item_id', 'i.id')
    .leftJoin('media as m', 'm.id', 'i.featured_image_id')
    .select(attributeColumns)
    .select([textOf('content').as('content'), textOf('content_html').as('content_html')])
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
    .$if(fields === undefined, (some) =>
      some
        .leftJoin('item_document as d', 'd.item_id', 'i.id')
        .select(['d.transaction_id as document_transaction', 'd.format as document_format']),
    )
    .$if(asksFurther(fields), (some) =>
      some.select(furtherSelection).select([relatedItems().as('related'), othersChangedAt.as('others_changed_at')]),
    )
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
