import type { Selectable } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { MediaId } from '#kernel/ids.ts'
import type { Tables } from '#kernel/tables.ts'
import { hashOf } from '#kernel/tokens.ts'

import { folderOf, uploadFolderOf } from './file-keys.ts'
import { promiseRemoval, removeSoon } from './removals.ts'
import type { UploadAddress } from './upload-address.ts'

export type UploadRow = Selectable<Tables['media_upload']>

/** 15 MiB, for images and documents. */
export const maxBytes = 15 * 1024 * 1024
/** How long an address takes bytes. */
const minutesToUpload = 15
/** After this an upload can no longer be completed: its files are removed a day after it was announced. */
const hoursToComplete = 23
const minute = 60_000

export type NewUpload = {
  mediaId: MediaId
  secret: string
  kind: 'image' | 'document'
  filename: string
  mime: string
  bytes: number
  sha256: Buffer
}

/** Announces an upload. Whatever becomes of it, its raw bytes are gone once it can no longer be completed. */
export async function addUpload(db: Writer, { mediaId, secret, ...given }: NewUpload, now: Date): Promise<Date> {
  const expiresAt = new Date(now.getTime() + minutesToUpload * minute)
  const row = { id: mediaId, token_hash: hashOf(secret), ...given, created_at: now, expires_at: expiresAt }
  await db.insertInto('media_upload').values(row).execute()
  await promiseRemoval(db, [folderOf(mediaId)], now)
  await removeSoon(db, uploadFolderOf(mediaId), new Date(now.getTime() + hoursToComplete * 60 * minute))
  return expiresAt
}

export async function findUpload(db: Reader, mediaId: string): Promise<UploadRow | undefined> {
  return db.selectFrom('media_upload').selectAll().where('id', '=', mediaId).executeTakeFirst()
}

/**
 * The upload that an address is currently valid for. Errors: `not_found` without an upload with this secret,
 * `invalid_transition` when it was already used or is too late.
 */
export async function openUpload(db: Reader, { mediaId, secret }: UploadAddress, now: Date): Promise<UploadRow> {
  const row = await db
    .selectFrom('media_upload')
    .selectAll()
    .where('id', '=', mediaId)
    .where('token_hash', '=', hashOf(secret))
    .executeTakeFirst()
  if (row === undefined) throw noSuchUpload()
  if (row.state !== 'waiting') throw used(row.state)
  if (row.expires_at <= now) throw expired()
  return row
}

/** Notes what came, once: of two at the same time, the second is refused. `file` is its name in the upload's folder. */
export async function keepReceived(db: Writer, { id }: UploadRow, file: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('media_upload')
    .set({ state: 'received', received_file: file })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw used('received')
}

/** The upload that is to be completed, locked. Errors: `not_found`, `invalid_transition`. */
export async function lockReceived(db: Writer, mediaId: string, now: Date): Promise<UploadRow> {
  const row = await db.selectFrom('media_upload').selectAll().where('id', '=', mediaId).forUpdate().executeTakeFirst()
  if (row === undefined) {
    const message = 'There is no such upload. createMediaUpload begins one; listMedia names those that are finished.'
    throw new Refusal('not_found', message, { id: mediaId.slice(0, 200) })
  }
  if (row.state === 'completed') throw used('completed')
  if (isTooOld(row, now)) throw expired()
  if (row.state === 'waiting') throw nothingCame(row, now)
  return row
}

/** Whether an upload has bytes that can be inspected. */
export function isReceived(row: UploadRow | undefined, now: Date): row is UploadRow & { received_file: string } {
  return row?.state === 'received' && row.received_file !== null && !isTooOld(row, now)
}

export async function markCompleted(db: Writer, { id }: UploadRow): Promise<void> {
  await db.updateTable('media_upload').set({ state: 'completed' }).where('id', '=', id).execute()
}

function isTooOld({ created_at: createdAt }: UploadRow, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > hoursToComplete * 60 * minute
}

/** The refusal of an upload whose bytes are not there. */
function nothingCame({ expires_at: expiresAt }: UploadRow, now: Date): Refusal {
  if (expiresAt <= now) return expired()
  return new Refusal('invalid_transition', 'Nothing has been uploaded yet: PUT the bytes to uploadUrl first.', {
    state: 'waiting',
    allowed: ['PUT uploadUrl'],
  })
}

/** The refusal of an upload whose bytes were inspected and are gone. */
export function alreadyRefused(): Refusal {
  return new Refusal(
    'invalid_transition',
    'What was uploaded was refused before. Start again with createMediaUpload.',
    {
      state: 'refused',
      allowed: ['createMediaUpload'],
    },
  )
}

function used(state: string): Refusal {
  const words = state === 'completed' ? 'is already completed' : 'already has its bytes'
  const allowed = state === 'completed' ? [] : ['completeMediaUpload']
  return new Refusal('invalid_transition', `This upload ${words}.`, { state, allowed })
}

function expired(): Refusal {
  return new Refusal('invalid_transition', 'This upload has expired. Start again with createMediaUpload.', {
    state: 'expired',
    allowed: ['createMediaUpload'],
  })
}

/** Nothing is taken at this address. */
export function noSuchUpload(): Refusal {
  return new Refusal('not_found', 'There is no such upload. createMediaUpload returns the address.')
}
