import { type Collection, collectionOf, ofOrganization } from '#areas/collections/index.ts'
import type { Presets } from '#areas/organizations/index.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { isId } from '#kernel/ids.ts'

/** What a new topic is checked against, in one query: its collection, and the organization's own presets and language. */
export type Ground = { collection: Collection; presets: Partial<Presets>; locale: string }

/** The ground for a topic, by id or slug of its collection; `not_found` when there is no such collection. */
export async function groundFor(db: Reader, idOrSlug: string): Promise<Ground> {
  const row = await db
    .selectFrom('collection as c')
    .innerJoin('organization_setting as s', (join) => join.onTrue())
    .selectAll('c')
    .select(['s.locale', 's.presets'])
    .select(ofOrganization)
    .where(isId('collection', idOrSlug) ? 'c.id' : 'c.slug', '=', idOrSlug)
    .executeTakeFirst()
  if (row === undefined)
    throw new Refusal('not_found', 'There is no such collection. listCollections names them.', {
      path: '/input/collectionPresetId',
      id: idOrSlug.slice(0, 200),
    })
  return { collection: collectionOf(row), presets: row.presets, locale: row.locale }
}
