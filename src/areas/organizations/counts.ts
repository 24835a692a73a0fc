import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'

export type Counts = {
  items: { total: number; draft: number; scheduled: number; published: number; trashed: number }
  collections: number
  categories: number
  tags: number
  authors: number
  media: number
  topics: number
  contextEntries: number
  members: number
}

/** How much the organization has. Of collections, the enabled ones count. */
export async function countEverything(db: Reader): Promise<Counts> {
  const items = await db
    .selectFrom('item')
    .select(({ fn, eb }) => [
      fn.countAll<number>().filterWhere('trashed_at', 'is', null).as('total'),
      fn.countAll<number>().filterWhere('trashed_at', 'is not', null).as('trashed'),
      ...(['draft', 'scheduled', 'published'] as const).map((status) =>
        fn
          .countAll<number>()
          .filterWhere(eb.and([eb('trashed_at', 'is', null), eb('effective_status', '=', status)]))
          .as(status),
      ),
    ])
    .executeTakeFirstOrThrow()
  const terms = await db
    .selectFrom('term')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('kind', '=', 'category').as('categories'),
      fn.countAll<number>().filterWhere('kind', '=', 'tag').as('tags'),
      fn.countAll<number>().filterWhere('kind', '=', 'author').as('authors'),
    ])
    .executeTakeFirstOrThrow()
  const others = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('collection')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('enabled', '=', true)
        .$asScalar()
        .as('collections'),
      eb
        .selectFrom('media')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .$asScalar()
        .as('media'),
      eb
        .selectFrom('topic')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .$asScalar()
        .as('topics'),
      eb
        .selectFrom('context_entry')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .$asScalar()
        .as('contextEntries'),
      sql<number>`(select count(*) from auth.memberships)`.as('members'),
    ])
    .executeTakeFirstOrThrow()
  return {
    items,
    ...terms,
    collections: others.collections ?? 0,
    media: others.media ?? 0,
    topics: others.topics ?? 0,
    contextEntries: others.contextEntries ?? 0,
    members: others.members,
  }
}
