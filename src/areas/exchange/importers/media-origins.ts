import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'

import { storedKey } from './import-existing.ts'

/** A media that a picture of a source became. `address`: from where its bytes came; `url`: where it is now. */
export type Origin = { mediaId: string; url: string; address: string }

/** What earlier runs made of these pictures, by source key. */
export async function originsOf(db: Reader, sourceKeys: readonly string[]): Promise<Map<string, Origin>> {
  if (sourceKeys.length === 0) return new Map()
  const byStored = new Map(sourceKeys.map((key) => [storedKey(key), key]))
  const rows = await db
    .selectFrom('media_origin as o')
    .innerJoin('media as m', 'm.id', 'o.media_id')
    .select(['o.source_key', 'o.media_id', 'o.address', 'm.url'])
    .where('o.source_key', '=', sql<string>`any(${[...byStored.keys()]})`)
    .execute()
  return new Map(
    rows.map(({ source_key: key, media_id: mediaId, url, address }) => [
      byStored.get(key) ?? key,
      { mediaId, url, address },
    ]),
  )
}

/** Notes what a picture of a source became. */
export async function keepOrigin(
  db: Writer,
  { sourceKeys, mediaId, address }: { sourceKeys: readonly string[]; mediaId: string; address: string },
): Promise<void> {
  const rows = [...new Set(sourceKeys.map(storedKey))].map((key) => ({ source_key: key, media_id: mediaId, address }))
  await db
    .insertInto('media_origin')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'source_key']).doUpdateSet({ media_id: mediaId, address }),
    )
    .execute()
}
