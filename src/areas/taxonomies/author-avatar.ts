import type { Writer } from '#kernel/database.ts'
import { type AuthorId, storedId } from '#kernel/ids.ts'
import { nextVersion } from '#kernel/version.ts'

import { lockTerm } from './terms.ts'

/** Makes an image the picture of an author; null removes it. Errors: `not_found`. */
export async function setAuthorAvatar(db: Writer, authorId: AuthorId, mediaId: string | null): Promise<void> {
  const author = await lockTerm(db, ['author'], authorId)
  if (author.avatarMediaId === mediaId) return
  await db
    .updateTable('term')
    .set({ avatar_id: mediaId, ...nextVersion })
    .where('id', '=', author.id)
    .execute()
}

/** Gives the authors that show a picture another one, or none. Returns which they are. */
export async function replaceAuthorAvatars(
  db: Writer,
  mediaId: string,
  other: string | null,
): Promise<{ id: AuthorId; name: string }[]> {
  const rows = await db
    .updateTable('term')
    .set({ avatar_id: other, ...nextVersion })
    .where('avatar_id', '=', mediaId)
    .returning(['id', 'name'])
    .execute()
  return rows.map(({ id, name }) => ({ id: storedId('author', id), name }))
}
