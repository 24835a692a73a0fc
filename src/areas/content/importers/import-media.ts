import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import { newId } from '#kernel/ids.ts'

import type { ImportRun } from './import-run.ts'
import { storedKey } from './import-existing.ts'
import type { ImportedMedia } from './record.ts'

export type SettledMedia = { made: Map<string, string>; matched: number; updated: number }

/** Makes the media rows that an earlier run did not make; an address that changed is taken over. */
export async function settleMedia(db: Writer, run: ImportRun, media: readonly ImportedMedia[]): Promise<SettledMedia> {
  const settled: SettledMedia = { made: new Map(), matched: 0, updated: 0 }
  if (media.length === 0) return settled
  const stored = await mediaByKey(
    db,
    media.map(({ sourceKey }) => sourceKey),
  )
  const rows = []
  for (const record of media) {
    const key = storedKey(record.sourceKey)
    const row = stored.get(key)
    if (row === undefined) {
      const id = newId('media')
      settled.made.set(key, id)
      rows.push(rowOf(record, id, run.parts.authorship.now))
    } else if (row.url === record.url) {
      settled.matched++
    } else {
      settled.updated++
      const change = {
        url: record.url,
        mime: record.mime,
        version: row.version + 1,
        updated_at: run.parts.authorship.now,
      }
      await db.updateTable('media').set(change).where('id', '=', row.id).execute()
    }
  }
  if (rows.length > 0) await db.insertInto('media').values(rows).execute()
  return settled
}

type MediaRow = { id: string; url: string; version: number }

/** Media that imports made, by their stored key. */
export async function mediaByKey(db: Reader, sourceKeys: readonly string[]): Promise<Map<string, MediaRow>> {
  if (sourceKeys.length === 0) return new Map()
  const rows = await db
    .selectFrom('media')
    .select(['id', 'url', 'version', 'source_key'])
    .where('source_key', '=', sql<string>`any(${sourceKeys.map(storedKey)})`)
    .execute()
  return new Map(rows.map(({ source_key: key, ...row }) => [key ?? '', row]))
}

function rowOf(record: ImportedMedia, id: string, now: Date) {
  return {
    id,
    kind: record.mime === null || record.mime.startsWith('image/') ? 'image' : 'document',
    source: 'import',
    url: record.url,
    mime: record.mime,
    alt: record.alt,
    title: record.title,
    description: record.description,
    source_key: storedKey(record.sourceKey),
    created_at: record.createdAt !== null && record.createdAt < now ? record.createdAt : now,
    updated_at: now,
  }
}
