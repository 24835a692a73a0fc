import type { Ctx } from '#kernel/context.ts'
import { type AuthorId, storedId } from '#kernel/ids.ts'
import { nextVersion } from '#kernel/version.ts'

import { lockTerm } from './terms.ts'

type Showing = Pick<Ctx<'write'>, 'db' | 'shownChanged'>

/** Makes an image the picture of an author; null removes it. Errors: `not_found`. */
export async function setAuthorAvatar(
  { db, shownChanged }: Showing,
  authorId: AuthorId,
  mediaId: string | null,
): Promise<void> {
  const author = await lockTerm(db, ['author'], authorId)
  if (author.avatarMediaId === mediaId) return
  await db
    .updateTable('term')
    .set({ avatar_id: mediaId, ...nextVersion })
    .where('id', '=', author.id)
    .execute()
  await shownChanged({ by: 'term', ids: [author.id] })
}

/** Gives the authors that show a picture another one, or none. Returns which they are. */
export async function replaceAuthorAvatars(
  { db, shownChanged }: Showing,
  mediaId: string,
  other: string | null,
): Promise<{ id: AuthorId; name: string }[]> {
  const rows = await db
    .updateTable('term')
    .set({ avatar_id: other, ...nextVersion })
    .where('avatar_id', '=', mediaId)
    .returning(['id', 'name'])
    .execute()
  await shownChanged({ by: 'term', ids: rows.map(({ id }) => id) })
  return rows.map(({ id, name }) => ({ id: storedId('author', id), name }))
}
