import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Files } from '#kernel/files.ts'

import { uploadFolderOf, uploadIn } from './file-keys.ts'

const day = 24 * 3600_000

/** Schedules, before the first file of a folder is written, its removal in a day: a crash leaves no file forever. */
export async function promiseRemoval(db: Writer, folders: readonly string[], now: Date): Promise<void> {
  await plan(db, folders, new Date(now.getTime() + day))
}

/** Has a folder removed once the transaction has committed, within a minute (media.md#raw-bytes-go-soon). */
export async function removeSoon(db: Writer, folder: string, now: Date): Promise<void> {
  await plan(db, [folder], now)
}

async function plan(db: Writer, folders: readonly string[], due: Date): Promise<void> {
  await db
    .insertInto('media_removal')
    .values(folders.map((folder) => ({ folder, due_at: due })))
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'folder']).doUpdateSet({ due_at: due, taken_at: null }),
    )
    .execute()
}

/** Keeps the files of a folder: their record commits with this. Refuses when they are already being removed. */
export async function keepFolder(db: Writer, folder: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('media_removal')
    .where('folder', '=', folder)
    .where('taken_at', 'is', null)
    .executeTakeFirst()
  if (numDeletedRows === 0n)
    throw new Refusal('conflict', 'The files of this upload have been removed. Start again with createMediaUpload.')
}

type Parts = {
  transaction<T>(work: (db: Writer) => Promise<T>): Promise<T>
  /** The organization's files. */
  files: Files
  limit: number
}

/**
 * Removes what is due in one organization: first marks it, then removes the files, then the rows, so that the next round
 * recovers from a crash in between, and no file goes whose record can still be created. Returns how many folders.
 */
export async function sweepMedia({ transaction, files, limit }: Parts): Promise<number> {
  const folders = await transaction((db) => take(db, limit))
  for (const folder of folders) await files.removeFolder(folder)
  if (folders.length > 0) await transaction((db) => forget(db, folders))
  return folders.length
}

async function take(db: Writer, limit: number): Promise<string[]> {
  const due = await db
    .selectFrom('media_removal')
    .select('folder')
    .where('due_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const folders = due.map(({ folder }) => folder)
  if (folders.length === 0) return []
  await db
    .updateTable('media_removal')
    .set({ taken_at: sql<Date>`clock_timestamp()` })
    .where('folder', 'in', folders)
    .execute()
  return folders
}

async function forget(db: Writer, folders: readonly string[]): Promise<void> {
  const uploads = folders.flatMap((folder) => uploadIn(folder) ?? [])
  // The record of an upload outlives its bytes by a day, so that a late call is told what became of it.
  const recent = uploads.length === 0 ? [] : await recentOf(db, uploads)
  for (const { id, created_at: at } of recent) await plan(db, [uploadFolderOf(id)], new Date(at.getTime() + day))
  const kept = recent.map(({ id }) => id)
  const gone = folders.filter((folder) => !kept.includes(uploadIn(folder) ?? ''))
  const ended = uploads.filter((id) => !kept.includes(id))
  if (gone.length > 0)
    await db.deleteFrom('media_removal').where('folder', 'in', gone).where('taken_at', 'is not', null).execute()
  if (ended.length > 0) await db.deleteFrom('media_upload').where('id', 'in', ended).execute()
}

async function recentOf(db: Writer, ids: readonly string[]) {
  return db
    .selectFrom('media_upload')
    .select(['id', 'created_at'])
    .where('id', 'in', ids)
    .where('created_at', '>', sql<Date>`clock_timestamp() - interval '23 hours'`)
    .execute()
}
