import { expressionBuilder } from 'kysely'

import type { Tables } from '#kernel/tables.ts'

import type { TermKind } from './terms.ts'

/** A category, tag or author as the Content API reads it. Times are texts where the row was aggregated as JSON. */
export type TermRow = {
  id: string
  kind: TermKind
  collection_slug: string
  collection_id: string
  name: string
  slug: string
  description: string | null
  social_links: unknown
  auto_assign_description: string | null
  avatar_url: string | null
  created_at: Date | string
  updated_at: Date | string
  post_count: number
}

/** Categories, tags and authors as `TermRow`, under the alias `t`, to be filtered and put into a statement. */
export function termRows() {
  return expressionBuilder<Tables>()
    .selectFrom('term as t')
    .innerJoin('collection as tc', 'tc.id', 't.collection_id')
    .leftJoin('media as tm', 'tm.id', 't.avatar_id')
    .select([
      't.id',
      't.kind',
      't.collection_id',
      'tc.slug as collection_slug',
      't.name',
      't.slug',
      't.description',
      't.social_links',
      't.auto_assign_description',
      'tm.url as avatar_url',
      't.created_at',
      't.updated_at',
    ])
    .select((eb) =>
      eb
        .selectFrom('item_term as p')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('p.collection_id', '=', 't.collection_id')
        .whereRef('p.kind', '=', 't.kind')
        .whereRef('p.term_id', '=', 't.id')
        .where('p.status', '=', 'published')
        .$asScalar()
        .$notNull()
        .as('post_count'),
    )
}
