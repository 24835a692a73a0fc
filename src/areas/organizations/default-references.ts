import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { AuthorId, CollectionId, MediaId } from '#kernel/ids.ts'

type References = {
  authorId?: AuthorId | null | undefined
  collectionId?: CollectionId | null | undefined
  socialImageId?: MediaId | null | undefined
}

/** Refuses, with `not_found`, defaults that name an author, a collection or a picture that the organization does not have. */
export async function requireReferences(
  db: Writer,
  { authorId, collectionId, socialImageId }: References,
): Promise<void> {
  if (authorId != null && !(await hasAuthor(db, authorId)))
    throw new Refusal('not_found', 'There is no such author. listAuthors names them.', { id: authorId })
  if (collectionId != null && !(await hasCollection(db, collectionId)))
    throw new Refusal('not_found', 'There is no such collection. listCollections names them.', { id: collectionId })
  if (socialImageId != null && !(await hasImage(db, socialImageId)))
    throw new Refusal('not_found', 'There is no such picture. listMedia names them.', { id: socialImageId })
}

/** Refuses, with `not_found`, a route to a chat that the organization has not connected. */
export async function requireChats(db: Writer, routes: Partial<Record<string, string | undefined>>): Promise<void> {
  const ids = [...new Set(Object.values(routes).flatMap((route) => (route?.startsWith('int_') === true ? route : [])))]
  if (ids.length === 0) return
  const known = await db
    .selectFrom('integration')
    .select('id')
    .where('kind', '=', 'chat')
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  const unknown = ids.find((id) => !known.some((row) => row.id === id))
  if (unknown !== undefined)
    throw new Refusal('not_found', 'There is no such chat. listIntegrations names them.', { id: unknown })
}

async function hasAuthor(db: Writer, authorId: AuthorId): Promise<boolean> {
  const row = await db
    .selectFrom('term')
    .select('id')
    .where('id', '=', authorId)
    .where('kind', '=', 'author')
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

async function hasCollection(db: Writer, collectionId: CollectionId): Promise<boolean> {
  return (
    (await db.selectFrom('collection').select('id').where('id', '=', collectionId).executeTakeFirst()) !== undefined
  )
}

async function hasImage(db: Writer, mediaId: MediaId): Promise<boolean> {
  const row = await db
    .selectFrom('media')
    .select('id')
    .where('id', '=', mediaId)
    .where('kind', '=', 'image')
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}
