import type { Writer } from '#kernel/database.ts'

/** Makes an image the picture of the calling person; null removes it. */
export async function setOwnAvatar(db: Writer, userId: string, mediaId: string | null): Promise<void> {
  if (mediaId === null) {
    await db.deleteFrom('member_avatar').where('user_id', '=', userId).execute()
    return
  }
  await db
    .insertInto('member_avatar')
    .values({ user_id: userId, media_id: mediaId })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet({ media_id: mediaId }))
    .execute()
}
