import { type Selectable, sql } from 'kysely'
import { z } from 'zod'

import type { Ctx } from '#kernel/context.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { absoluteUrl } from '#kernel/feed.ts'
import { id, iso, jsonObject, timestamp, title } from '#kernel/schema.ts'
import type { Tables } from '#kernel/tables.ts'
import { nextVersion } from '#kernel/version.ts'

import { folderOf, pathOf } from './file-keys.ts'
import { removeSoon } from './removals.ts'

export const mediaKinds = ['image', 'document'] as const
export const mediaSources = ['upload', 'import', 'generated', 'screenshot', 'post', 'author'] as const
export type MediaSource = (typeof mediaSources)[number]

export type MediaRow = Selectable<Tables['media']>

/** A file of an image, as its row keeps it. */
export type Variant = { file: string; width: number; height: number; format: 'webp' | 'avif'; bytes: number }

declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'media.palette': Record<string, unknown>
    'media.variants': readonly Variant[]
  }
}

/** One size of an image in one format, in an answer. */
export const variantOutput = z.object({
  url: z.string(),
  width: z.int(),
  height: z.int(),
  format: z.string(),
  bytes: z.int(),
})

/**
 * A media as every answer shows it. Type, size and measures are those of the file at `url`; `sha256` is that of what was
 * uploaded.
 */
export const mediaOutput = z.object({
  id: id('media'),
  kind: z.enum(mediaKinds),
  source: z.enum(mediaSources),
  url: z.string().nullable(),
  mime: z.string().nullable(),
  bytes: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  sha256: z.string().nullable(),
  alt: z.string().nullable(),
  title: title(300).nullable(),
  filename: z.string().nullable().describe('Name of the uploaded file'),
  description: z.string().nullable(),
  aspectRatio: z.string().nullable(),
  palette: jsonObject().nullable().describe('Colours: dominant, vibrant, muted'),
  variants: z.array(variantOutput),
  version: z.int(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

type Place = { baseUrl: string; access: { organization: { id: string } } }

/** The answer for a row. */
export function describeMedia(row: MediaRow, place: Place): z.input<typeof mediaOutput> {
  const { baseUrl } = place
  return {
    id: row.id,
    kind: row.kind,
    source: row.source,
    url: row.url === '' ? null : absoluteUrl(row.url, baseUrl),
    mime: row.mime,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    sha256: row.sha256?.toString('hex') ?? null,
    alt: row.alt,
    title: row.title,
    filename: row.filename,
    description: row.description,
    aspectRatio: row.aspect_ratio,
    palette: row.palette,
    variants: describeVariants(row, place),
    version: row.version,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}

/** The sizes of an image with their addresses; none where its file is stored elsewhere. */
export function describeVariants(
  row: Pick<MediaRow, 'id' | 'variants'>,
  { baseUrl, access }: Place,
): z.input<typeof variantOutput>[] {
  return row.variants.map(({ file, ...rest }) => ({
    url: `${baseUrl}${pathOf(access.organization.id, row.id, file)}`,
    ...rest,
  }))
}

/** A media, locked for a change. Errors: `not_found`. */
export async function lockMedia(db: Writer, mediaId: string): Promise<MediaRow> {
  const row = await db.selectFrom('media').selectAll().where('id', '=', mediaId).forUpdate().executeTakeFirst()
  if (row === undefined) throw noSuchMedia(mediaId)
  return row
}

/** An image that is to be shown somewhere, locked against removal. Errors: `not_found`, `unsupported_media` for a document. */
export async function requireImage(db: Writer, mediaId: string): Promise<MediaRow> {
  const row = await db.selectFrom('media').selectAll().where('id', '=', mediaId).forKeyShare().executeTakeFirst()
  if (row === undefined) throw noSuchMedia(mediaId)
  if (row.kind !== 'image') throw new Refusal('unsupported_media', 'This media is a document, not an image.')
  return row
}

/** The image with these bytes, if the organization has one. */
export async function findByBytes(db: Reader, sha256: Buffer): Promise<MediaRow | undefined> {
  return db
    .selectFrom('media')
    .selectAll()
    .where('sha256', '=', sha256)
    .where('kind', '=', sql.lit('image'))
    .executeTakeFirst()
}

/** The image with these bytes, which existed when it was looked up. Errors: `unavailable` when it has been removed since. */
export async function requireByBytes(db: Reader, sha256: Buffer): Promise<MediaRow> {
  const row = await findByBytes(db, sha256)
  if (row !== undefined) return row
  const message = 'The image with these bytes has just been removed. Repeat the call.'
  throw new Refusal('unavailable', message, undefined, { retryAfter: 1 })
}

/** Changes the given texts of a media; an empty text is none. Returns the row as it is where nothing changes. */
export async function changeMedia(
  { db, shownChanged }: Pick<Ctx<'write'>, 'db' | 'shownChanged'>,
  media: MediaRow,
  given: { [K in 'alt' | 'title' | 'description']?: string | null | undefined },
): Promise<MediaRow> {
  const nextOf = (name: keyof typeof given) => (given[name] === undefined ? media[name] : given[name] || null)
  const texts = { alt: nextOf('alt'), title: nextOf('title'), description: nextOf('description') }
  if (texts.alt === media.alt && texts.title === media.title && texts.description === media.description) return media
  // Of these, pages of items show the alt text.
  if (texts.alt !== media.alt) await shownChanged({ by: 'media', ids: [media.id] })
  return db
    .updateTable('media')
    .set({ ...texts, ...nextVersion })
    .where('id', '=', media.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Removes a media that is no longer shown anywhere, and its files after the commit. */
export async function removeMedia(db: Writer, mediaId: string, now: Date): Promise<void> {
  await db.deleteFrom('media').where('id', '=', mediaId).execute()
  await removeSoon(db, folderOf(mediaId), now)
}

/** A file that may be served, with the name that it is offered under; undefined for anything else. */
export async function findServedFile(
  db: Reader,
  { mediaId, file }: { mediaId: string; file: string },
): Promise<(Variant & { name: string }) | undefined> {
  const row = await db
    .selectFrom('media')
    .select(['filename', 'variants'])
    .where('id', '=', mediaId)
    .where('kind', '=', 'image')
    .executeTakeFirst()
  const variant = row?.variants.find((one) => one.file === file)
  if (row === undefined || variant === undefined) return undefined
  const stem = (row.filename ?? '').replace(/\.[^.]{0,10}$/, '').trim() || 'image'
  return { ...variant, name: `${stem}-${variant.width}.${variant.format}` }
}

const noSuchMedia = (mediaId: string) =>
  new Refusal('not_found', 'There is no such media here. listMedia names them.', { id: mediaId.slice(0, 200) })
