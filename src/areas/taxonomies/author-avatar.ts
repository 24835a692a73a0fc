import type { Writer } from '#kernel/database.ts'
import type { AuthorId } from '#kernel/ids.ts'
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

/** Removes a picture from the authors that show it. */
export async function clearAuthorAvatars(db: Writer, mediaId: string): Promise<void> {
  await db
    .updateTable('term')
    .set({ avatar_id: null, ...nextVersion })
    .where('avatar_id', '=', mediaId)
    .execute()
}
