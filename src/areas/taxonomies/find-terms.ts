import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'
import { absoluteUrl } from '#kernel/feed.ts'
import type { CollectionId } from '#kernel/ids.ts'
import { listPage } from '#kernel/list-page.ts'
import { escapeLike, titleKey } from '#std/text.ts'

import { type Term, type TermKind, termOf } from './terms.ts'

export type ListedTerm<K extends TermKind> = Term<K> & { postCount: number; avatarUrl: string | null }
type Filter<K extends TermKind> = { kind: K; collectionId: CollectionId; search: string | undefined }

/** The orders of a list of terms; `-` before a name means the last or the most first. */
export const termOrders = ['name', '-name', 'postCount', '-postCount'] as const
type Paging = { page: number; pageSize: number; orderBy: (typeof termOrders)[number] }

/** One page of the terms of a kind, with the count of their published items, and how many there are. */
export async function findTerms<K extends TermKind>(
  db: Reader,
  filter: Filter<K>,
  { page, pageSize, orderBy }: Paging,
): Promise<{ terms: ListedTerm<K>[]; total: number }> {
  const { rows, total } = await listPage(matching(db, filter), { page, pageSize }, (all) =>
    all
      .selectAll('term')
      .select((eb) => [
        eb
          .selectFrom('term_count')
          .select('term_count.n')
          .where('term_count.collection_id', '=', filter.collectionId)
          .where('term_count.kind', '=', filter.kind)
          .whereRef('term_count.term_id', '=', 'term.id')
          .$asScalar()
          .as('post_count'),
        eb
          .selectFrom('media')
          .select('media.url')
          .whereRef('media.id', '=', 'term.avatar_id')
          .$asScalar()
          .as('avatar_url'),
      ])
      .$if(orderBy.endsWith('postCount'), (query) =>
        query.orderBy(sql`post_count`, (by) =>
          orderBy === 'postCount' ? by.asc().nullsFirst() : by.desc().nullsLast(),
        ),
      )
      .orderBy('term.name_key', orderBy === '-name' ? 'desc' : 'asc')
      .orderBy('term.id'),
  )
  const terms = rows.map((row) => ({ ...termOf<K>(row), postCount: row.post_count ?? 0, avatarUrl: row.avatar_url }))
  return { terms, total }
}

/** The address of an author's picture, or null. */
export async function avatarUrlOf(db: Reader, { avatarMediaId }: Term, baseUrl: string): Promise<string | null> {
  if (avatarMediaId === null) return null
  const media = await db.selectFrom('media').select('url').where('id', '=', avatarMediaId).executeTakeFirst()
  return absoluteUrl(media?.url ?? null, baseUrl)
}

function matching<K extends TermKind>(db: Reader, { kind, collectionId, search }: Filter<K>) {
  const term = titleKey((search ?? '').trim())
  const pattern = `%${escapeLike(term)}%`
  return db
    .selectFrom('term')
    .where('term.kind', '=', kind)
    .where('term.collection_id', '=', collectionId)
    .$if(term !== '', (query) =>
      query.where((or) => or.or([or('term.name_key', 'like', pattern), or('term.slug', 'like', pattern)])),
    )
}
