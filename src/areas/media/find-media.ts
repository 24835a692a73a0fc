import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'
import { listPage, type PageAsked } from '#kernel/list-page.ts'
import { escapeLike } from '#std/text.ts'

import type { MediaRow } from './media.ts'

type Filter = {
  search?: string | undefined
  kind?: MediaRow['kind'] | undefined
  source?: MediaRow['source'] | undefined
  unused?: boolean | undefined
  withoutAlt?: boolean | undefined
  ids?: readonly string[] | undefined
}

/** One page of the media, newest first, and how many there are. */
export async function findMedia(
  db: Reader,
  filter: Filter,
  asked: PageAsked,
): Promise<{ rows: MediaRow[]; total: number }> {
  return listPage(matching(db, filter), asked, (all) =>
    all.selectAll('media').orderBy('media.created_at', 'desc').orderBy('media.id', 'desc'),
  )
}

function matching(db: Reader, { search, kind, source, unused, withoutAlt, ids }: Filter) {
  const term = (search ?? '').normalize('NFC').trim().toLowerCase()
  const pattern = `%${escapeLike(term)}%`
  return db
    .selectFrom('media')
    .$call((some) => (kind === undefined ? some : some.where('media.kind', '=', kind)))
    .$call((some) => (source === undefined ? some : some.where('media.source', '=', source)))
    .$if(term !== '', (some) =>
      some.where(
        sql<boolean>`lower(concat_ws(chr(10), media.title, media.alt, media.description, media.filename)) like ${pattern}`,
      ),
    )
    .$call((some) => (ids === undefined ? some : some.where('media.id', '=', sql<string>`any(${[...ids]}::text[])`)))
    .$if(withoutAlt === true, (some) => some.where('media.kind', '=', 'image').where('media.alt', 'is', null))
    .$if(unused !== undefined, (some) => some.where(unused === true ? sql<boolean>`not ${isUsed}` : isUsed))
}

const isUsed = sql<boolean>`(
  exists (select from app.item i where i.organization_id = media.organization_id and i.featured_image_id = media.id)
  or exists (select from app.item i where i.organization_id = media.organization_id and i.og_image_id = media.id)
  or exists (select from app.media_use u where u.organization_id = media.organization_id and u.media_id = media.id)
  or exists (select from app.term t where t.organization_id = media.organization_id and t.avatar_id = media.id)
  or exists (select from app.member_avatar a join auth.memberships m on m.organization_id = a.organization_id and m.user_id = a.user_id
    where a.organization_id = media.organization_id and a.media_id = media.id)
  or exists (select from app.organization_setting s where s.organization_id = media.organization_id and s.defaults ->> 'socialImageId' = media.id))`
