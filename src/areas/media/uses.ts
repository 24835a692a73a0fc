import { sql } from 'kysely'
import { z } from 'zod'

import type { Reader } from '#kernel/database.ts'

/** The most uses of one media that an answer names. */
const named = 20

export const useOutput = z.object({
  kind: z.enum(['item', 'author', 'profile', 'organization']),
  id: z.string(),
  title: z.string().nullable(),
  as: z.enum(['featured_image', 'og_image', 'body', 'avatar', 'social_image']),
})

export type Use = z.output<typeof useOutput>
export type Uses = { usedBy: Use[]; useCount: number }

/** Where media are used, by media id: the first few by name, and how many there are. Items in the trash count. */
export async function usesOf(db: Reader, mediaIds: readonly string[]): Promise<Map<string, Uses>> {
  const uses = new Map<string, Uses>(mediaIds.map((id) => [id, { usedBy: [], useCount: 0 }]))
  if (mediaIds.length === 0) return uses
  const rows = await db
    .selectFrom(
      db
        .selectFrom(allUses(db, mediaIds).as('u'))
        .select(['u.media_id', 'u.kind', 'u.id', 'u.title', 'u.as'])
        .select([
          sql<number>`count(*) over (partition by u.media_id)`.as('total'),
          sql<number>`row_number() over (partition by u.media_id order by u.kind desc, u.id, u."as")`.as('n'),
        ])
        .as('w'),
    )
    .selectAll()
    .where('w.n', '<=', named)
    .orderBy('w.n')
    .execute()
  for (const { media_id: mediaId, total, kind, id, title, as } of rows) {
    const found = uses.get(mediaId ?? '')
    if (found === undefined) continue
    found.useCount = Number(total)
    found.usedBy.push({ kind, id, title, as } as Use)
  }
  return uses
}

function allUses(db: Reader, ids: readonly string[]) {
  const one = sql<string>`any(${ids}::text[])`
  const text = (value: string) => sql<string>`${sql.lit(value)}`
  return db
    .selectFrom('item')
    .where('featured_image_id', '=', one)
    .select(['featured_image_id as media_id', 'id', 'title', text('item').as('kind'), text('featured_image').as('as')])
    .unionAll(
      db
        .selectFrom('item')
        .where('og_image_id', '=', one)
        .select(['og_image_id as media_id', 'id', 'title', text('item').as('kind'), text('og_image').as('as')]),
    )
    .unionAll(
      db
        .selectFrom('media_use')
        .innerJoin('item', 'item.id', 'media_use.item_id')
        .where('media_use.media_id', '=', one)
        .select(['media_use.media_id', 'item.id', 'item.title', text('item').as('kind'), text('body').as('as')]),
    )
    .unionAll(
      db
        .selectFrom('term')
        .where('avatar_id', '=', one)
        .select(['avatar_id as media_id', 'id', 'name as title', text('author').as('kind'), text('avatar').as('as')]),
    )
    .unionAll(
      db
        .selectFrom('member_avatar as a')
        .innerJoin('auth.memberships as m', 'm.user_id', 'a.user_id')
        .where('a.media_id', '=', one)
        .select(['a.media_id', 'a.user_id as id', sql<string>`null`.as('title')])
        .select([text('profile').as('kind'), text('avatar').as('as')]),
    )
    .unionAll(
      db
        .selectFrom('organization_setting')
        .where(socialImage, '=', one)
        .select([socialImage.as('media_id'), 'organization_id as id', sql<string>`null`.as('title')])
        .select([text('organization').as('kind'), text('social_image').as('as')]),
    )
}

const socialImage = sql<string>`defaults ->> 'socialImageId'`
