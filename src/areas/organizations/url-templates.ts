import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { nextVersion } from '#kernel/version.ts'

export type UrlTemplates = Record<string, string>

/**
 * The templates of all collections by slug. They are a column of the collections, which belong to a later area: the settings
 * only show them together.
 */
export async function getUrlTemplates(db: Reader): Promise<UrlTemplates> {
  const rows = await db.selectFrom('collection').select(['slug', 'url_template']).orderBy('slug').execute()
  return Object.fromEntries(rows.map(({ slug, url_template: template }) => [slug, template]))
}

/** The ids of all collections. */
export async function collectionIds(db: Reader): Promise<string[]> {
  return (await db.selectFrom('collection').select('id').orderBy('id').execute()).map(({ id }) => id)
}

/**
 * Changes the given templates; `not_found` names the first slug that no collection has. Returns the collections that
 * changed, by their ids, with the templates that they had.
 */
export async function setUrlTemplates(db: Writer, templates: UrlTemplates): Promise<UrlTemplates> {
  const known = await getUrlTemplates(db)
  const unknown = Object.keys(templates).find((slug) => !Object.hasOwn(known, slug))
  if (unknown !== undefined)
    throw new Refusal('not_found', 'There is no such collection. listCollections names them.', { slug: unknown })

  const given = sql<{ key: string; value: string }>`jsonb_each_text(${JSON.stringify(templates)}::text::jsonb)`
  const changed = await db
    .updateTable('collection')
    .from(given.as('given'))
    .set((eb) => ({ url_template: eb.ref('given.value'), ...nextVersion }))
    .whereRef('collection.slug', '=', 'given.key')
    .whereRef('collection.url_template', '<>', 'given.value')
    .returning(['collection.id', 'collection.slug'])
    .execute()
  return Object.fromEntries(changed.map(({ id, slug }) => [id, known[slug] ?? '']))
}
