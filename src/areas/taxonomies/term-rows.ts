import { expressionBuilder, sql } from 'kysely'

import type { Tables } from '#kernel/tables.ts'

import { type termOf, termRecords } from './terms.ts'

/** A category, tag or author as the Content API reads it. Times are texts where the row was aggregated as JSON. */
export type TermRow = Parameters<typeof termOf>[0] & {
  collection_slug: string
  avatar_url: string | null
  post_count: number
}

const columns = termRecords.columns.map((column) => `t.${column}` as const)

/** Categories, tags and authors as `TermRow`, under the alias `t`, to be filtered and put into a statement. */
export function termRows() {
  return expressionBuilder<Tables>()
    .selectFrom('term as t')
    .innerJoin('collection as tc', 'tc.id', 't.collection_id')
    .leftJoin('media as tm', 'tm.id', 't.avatar_id')
    .select(columns)
    .select(['tc.slug as collection_slug', 'tm.url as avatar_url'])
    .select((eb) =>
      eb
        .selectFrom('term_count as p')
        .select(({ fn }) => fn.coalesce(fn.max('p.n'), sql<number>`0`).as('n'))
        .whereRef('p.collection_id', '=', 't.collection_id')
        .whereRef('p.kind', '=', 't.kind')
        .whereRef('p.term_id', '=', 't.id')
        .$asScalar()
        .$notNull()
        .as('post_count'),
    )
}
