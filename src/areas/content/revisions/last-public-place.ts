import { sql } from 'kysely'

import type { Placed } from '#areas/addresses/index.ts'
import type { Reader } from '#kernel/database.ts'

/**
 * What the address of an item depended on when the public last found it, by its revisions up to a number; undefined if it never did.
 * Its first category has the slug of now, as everywhere (content.md#url-templates).
 */
export async function lastPublicPlace(db: Reader, itemId: string, upTo: number): Promise<Placed | undefined> {
  const row = await db
    .selectFrom('item_revision as r')
    .select([
      sql<string>`r.snapshot->>'slug'`.as('slug'),
      sql<string | null>`r.snapshot->>'publishAt'`.as('publish_at'),
    ])
    .select((eb) =>
      eb
        .selectFrom('term')
        .select('term.slug')
        .where('term.id', '=', sql<string>`r.snapshot->'categoryIds'->>0`)
        .as('category_slug'),
    )
    .where('r.item_id', '=', itemId)
    .where('r.n', '<=', upTo)
    .where('r.staged_fields', 'is', null)
    .where(sql<boolean>`r.snapshot->>'status' = 'published'`)
    .orderBy('r.n', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? undefined : { id: itemId, ...row }
}
