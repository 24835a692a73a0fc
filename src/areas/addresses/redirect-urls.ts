import { sql } from 'kysely'

import { isOpen, timezoneOfOrganization } from '#areas/collections/index.ts'
import type { Reader } from '#kernel/database.ts'
import { spellings } from '#std/site-paths.ts'
import { textHash } from '#std/text-hash.ts'

import { isInForce } from './find-redirects.ts'
import { type Site, urlOfRow } from './public-url.ts'

/** The public addresses that stored redirects lead to, by the path that was asked for, in any spelling. Items that are not public are left out. */
export async function redirectUrls(db: Reader, paths: readonly string[], site: Site): Promise<Map<string, string>> {
  const pathOfHash = new Map(paths.flatMap((path) => spellings(path).map((form) => [textHash(form), path] as const)))
  if (pathOfHash.size === 0) return new Map()
  const rows = await db
    .selectFrom('redirect as r')
    .leftJoin('item as i', (join) =>
      join.onRef('i.id', '=', 'r.to_item_id').on('i.status', '=', 'published').on('i.trashed_at', 'is', null),
    )
    .leftJoin('collection as c', (join) => join.onRef('c.id', '=', 'i.collection_id').on(isOpen('c')))
    .select(['r.from_hash', 'r.to_url', 'i.id', 'i.slug', 'i.category_slug', 'i.publish_at', 'i.canonical_url'])
    .select(['c.slug as collection_slug', 'c.url_template', timezoneOfOrganization])
    .where('r.from_hash', '=', sql<string>`any(${[...pathOfHash.keys()]})`)
    .where(isInForce)
    .execute()
  return new Map(
    rows.flatMap(
      ({ from_hash: hash, to_url: url, id, slug, collection_slug: name, url_template: urlTemplate, ...row }) => {
        const path = pathOfHash.get(hash)
        if (path === undefined) return []
        if (url !== null) return [[path, url] as const]
        if (id === null || slug === null || name === null || urlTemplate === null) return []
        const placed = {
          id,
          slug,
          category_slug: row.category_slug ?? '',
          publish_at: row.publish_at,
          canonical_url: row.canonical_url,
        }
        return [
          [path, urlOfRow(placed, { collection: { slug: name, urlTemplate, timezone: row.timezone }, site })] as const,
        ]
      },
    ),
  )
}
