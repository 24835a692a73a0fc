import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { hashOf, isToken, newToken } from '#kernel/tokens.ts'

/** Bytes of a part of a file as it is stored, and sent. */
export const chunkBytes = 512 * 1024
const lifeMs = 3_600_000
const graceMs = 3_600_000
/** What finished files of an organization may take up at once, in bytes: they lie in the database that all share. */
const mostKept = 2 * 1024 ** 3

export type ExportFile = { id: string; name: string; mediaType: string; bytes: number }

/**
 * Begins a file from the start: what an earlier attempt wrote is removed. Nobody can read it until it is finished. Errors: 413
 * `too_large` where the files that were made lately take up too much.
 */
export async function beginExport(
  db: Writer,
  { id, name, mediaType }: Omit<ExportFile, 'bytes'>,
  now: Date,
): Promise<void> {
  await db.deleteFrom('export_file').where('id', '=', id).execute()
  const { kept } = await db
    .selectFrom('export_file')
    .select(sql<number>`coalesce(sum(bytes), 0)::float8`.as('kept'))
    .executeTakeFirstOrThrow()
  if (kept >= mostKept)
    throw new Refusal(
      'too_large',
      `The files of the exports of the last two hours have ${Math.floor(kept / 1024 ** 2)} MB already. Use them, or wait until they are removed.`,
      { limit: mostKept, unit: 'bytes' },
    )
  await db
    .insertInto('export_file')
    .values({ id, name, media_type: mediaType, expires_at: new Date(now.getTime() + 24 * lifeMs) })
    .execute()
}

export async function storeChunk(db: Writer, fileId: string, n: number, content: Buffer): Promise<void> {
  await db.insertInto('export_chunk').values({ file_id: fileId, n, content }).execute()
}

/** Finishes a file. Returns the secret part of its address, of which only the SHA-256 is stored, and when it expires. */
export async function finishExport(
  db: Writer,
  { id, bytes }: { id: string; bytes: number },
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + lifeMs)
  await db
    .updateTable('export_file')
    .set({ token_hash: hashOf(token), bytes, expires_at: expiresAt })
    .where('id', '=', id)
    .execute()
  return { token, expiresAt }
}

/** The file of a token while it lives; undefined for any other text. */
export async function findExport(db: Reader, token: string): Promise<ExportFile | undefined> {
  if (!isToken(token)) return undefined
  const row = await db
    .selectFrom('export_file')
    .select(['id', 'name', 'media_type', 'bytes'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return row === undefined
    ? undefined
    : { id: row.id, name: row.name, mediaType: row.media_type, bytes: Number(row.bytes) }
}

/** A part of a file, from 0; undefined after its last one. */
export async function readChunk(db: Reader, fileId: string, n: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('export_chunk')
    .select('content')
    .where('file_id', '=', fileId)
    .where('n', '=', n)
    .executeTakeFirst()
  return row === undefined ? undefined : Buffer.from(row.content)
}

/** Removes files an hour after they expired, when nobody can still be reading them. Returns how many, at most `limit`. */
export async function removeExpiredExports(db: Writer, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('export_file')
    .select('id')
    .where('expires_at', '<', sql<Date>`now() - make_interval(secs => ${graceMs / 1000})`)
    .limit(limit)
    .execute()
  if (rows.length === 0) return 0
  await db
    .deleteFrom('export_file')
    .where('id', '=', sql<string>`any(${rows.map(({ id }) => id)})`)
    .execute()
  return rows.length
}
