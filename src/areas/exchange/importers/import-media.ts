import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import { newId } from '#kernel/ids.ts'

import { storedKey } from './import-existing.ts'
import type { ImportRun } from './import-run.ts'
import type { ImportedMedia } from './record.ts'

export type SettledMedia = { made: Map<string, string>; matched: number; updated: number }

/**
 * Creates the media rows that an earlier run did not; an address that changed is taken over. Media that is named more than once
 * counts once.
 */
export async function settleMedia(db: Writer, run: ImportRun, media: readonly ImportedMedia[]): Promise<SettledMedia> {
  const settled: SettledMedia = { made: new Map(), matched: 0, updated: 0 }
  const wanted = byKey(run, media)
  const stored = await mediaByKey(db, [...wanted.keys()])
  const { now } = run.parts.authorship
  const missing = []
  for (const [key, record] of wanted) {
    const row = stored.get(key)
    if (row === undefined) {
      missing.push(rowOf(record, key, now))
    } else if (row.hasFiles || row.url === record.url) {
      settled.matched++
    } else {
      settled.updated++
      const change = { url: record.url, mime: record.mime, version: row.version + 1, updated_at: now }
      await db.updateTable('media').set(change).where('id', '=', row.id).execute()
    }
  }
  for (const { id, key } of await insertMissing(db, missing)) settled.made.set(key, id)
  settled.matched += missing.length - settled.made.size
  return settled
}

// What a rehearsal created and rolled back is not created again.
function byKey({ imagined }: ImportRun, media: readonly ImportedMedia[]): Map<string, ImportedMedia> {
  const wanted = new Map<string, ImportedMedia>()
  for (const record of media) {
    const key = storedKey(record.sourceKey)
    if (!wanted.has(key) && !imagined.media.has(key)) wanted.set(key, record)
  }
  return wanted
}

/** Rows of one statement: it has a limited number of values. */
const mostAtOnce = 1000

/** Creates rows, and returns those that no other import created in the meantime. */
async function insertMissing(db: Writer, rows: ReturnType<typeof rowOf>[]): Promise<{ id: string; key: string }[]> {
  const made: { id: string; key: string }[] = []
  for (let at = 0; at < rows.length; at += mostAtOnce)
    made.push(...(await insertRows(db, rows.slice(at, at + mostAtOnce))))
  return made
}

async function insertRows(db: Writer, rows: ReturnType<typeof rowOf>[]): Promise<{ id: string; key: string }[]> {
  const made = await db
    .insertInto('media')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['organization_id', 'source_key']).doNothing())
    .returning(['id', 'source_key'])
    .execute()
  return made.map(({ id, source_key: key }) => ({ id, key: key ?? '' }))
}

type MediaRow = { id: string; url: string; version: number; hasFiles: boolean }

/** Media that imports created, by their stored key. */
export async function mediaByKey(db: Reader, sourceKeys: readonly string[]): Promise<Map<string, MediaRow>> {
  if (sourceKeys.length === 0) return new Map()
  const rows = await db
    .selectFrom('media')
    .select(['id', 'url', 'version', 'source_key', sql<boolean>`sha256 is not null`.as('hasFiles')])
    .where('source_key', '=', sql<string>`any(${sourceKeys.map(storedKey)})`)
    .execute()
  return new Map(rows.map(({ source_key: key, ...row }) => [key ?? '', row]))
}

function rowOf(record: ImportedMedia, key: string, now: Date) {
  return {
    id: newId('media'),
    kind: record.mime === null || record.mime.startsWith('image/') ? ('image' as const) : ('document' as const),
    source: 'import' as const,
    url: record.url,
    mime: record.mime,
    alt: record.alt,
    title: record.title,
    description: record.description,
    source_key: key,
    created_at: now,
    updated_at: now,
  }
}
