import { expressionBuilder, sql } from 'kysely'

import type { Tables } from '#kernel/tables.ts'
import type { SearchPatterns } from '#std/search-patterns.ts'

/** One image in one of its uses, as a narrow row. `id` is the media id of the Content API. */
export type MediaSource = {
  id: string
  source: string
  source_id: string
  media_id: string
  created_at: Date
  title_key: string | null
}

type Chosen = { search?: SearchPatterns | undefined; only?: { source: 'post' | 'author'; id: string } }

/** Images of published items and of authors, in the open collections (behind the gate: it reads `open`). */
export function derivedMedia({ search, only }: Chosen) {
  const rows = expressionBuilder<Tables & { open: { id: string } }>()
  const posts = rows
    .selectFrom('item as i')
    .innerJoin('open', 'open.id', 'i.collection_id')
    .innerJoin('media as m', 'm.id', 'i.featured_image_id')
    .where('i.trashed_at', 'is', null)
    .where('i.effective_status', '=', 'published')
    .where('i.featured_image_id', 'is not', null)
    .$if(search !== undefined, (some) => some.where(matches(search)))
    .$if(only !== undefined, (one) => one.where('i.id', '=', only?.source === 'post' ? only.id : ''))
    .select([
      sql<string>`'post-' || i.id`.as('id'),
      sql<string>`'post'`.as('source'),
      'i.id as source_id',
      'm.id as media_id',
      'm.created_at',
      titleKey,
    ])
  const avatars = rows
    .selectFrom('term as t')
    .innerJoin('open', 'open.id', 't.collection_id')
    .innerJoin('media as m', 'm.id', 't.avatar_id')
    .where('t.kind', '=', 'author')
    .$if(search !== undefined, (some) => some.where(matches(search)))
    .$if(only !== undefined, (one) => one.where('t.id', '=', only?.source === 'author' ? only.id : ''))
    .select([
      sql<string>`'author-' || t.id`.as('id'),
      sql<string>`'author'`.as('source'),
      't.id as source_id',
      'm.id as media_id',
      'm.created_at',
      titleKey,
    ])
  return posts.unionAll(avatars)
}

// What `titleKey` of texts makes of a title: lower case, without the marks of its letters.
const marks = String.raw`[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f]`
const titleKey = sql<
  string | null
>`left(lower(regexp_replace(normalize(lower(m.title), NFKD), ${sql.lit(marks)}, '', 'g')), 200) collate "C"`.as(
  'title_key',
)

function matches(search: SearchPatterns | undefined) {
  return sql<boolean>`(lower(m.title) like ${search?.phrase} or lower(m.description) like ${search?.phrase})`
}
