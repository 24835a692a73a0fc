import type { Reader } from '#kernel/database.ts'
import { absoluteUrl } from '#kernel/feed.ts'

/** The address of a person's picture in this organization, or null (media.md#one-picture-per-organization). */
export async function avatarUrlOf(db: Reader, userId: string, baseUrl: string): Promise<string | null> {
  const row = await db
    .selectFrom('member_avatar')
    .innerJoin('media', 'media.id', 'member_avatar.media_id')
    .select('media.url')
    .where('member_avatar.user_id', '=', userId)
    .executeTakeFirst()
  return absoluteUrl(row?.url ?? null, baseUrl)
}
