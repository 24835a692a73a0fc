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

/**
 * Changes the given templates; `not_found` names the first slug that no collection has. Returns the ids of the collections that
 * changed.
 */
export async function setUrlTemplates(db: Writer, templates: UrlTemplates): Promise<string[]> {
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
    .returning('collection.id')
    .execute()
  return changed.map(({ id }) => id)
}
