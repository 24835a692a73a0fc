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
