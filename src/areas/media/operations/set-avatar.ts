import { z } from 'zod'

import { requireImage } from '#areas/media/media.ts'
import { isGuarded, setAuthorAvatar } from '#areas/taxonomies/index.ts'
import type { Writer } from '#kernel/database.ts'
import { absoluteUrl } from '#kernel/feed.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'
import { scopeObjection } from '#kernel/scope-objection.ts'

export const setAvatar = operation({
  name: 'setAvatar',
  title: 'Set a picture',
  summary: 'Makes an image the picture of the calling person (target profile) or of an author; null removes it.',
  scope: 'content:write',
  risk: 'write',
  ownRecord: true,
  judgesCaller: true,
  changesPublic: { whenStored: async (db, { authorId }) => authorId !== undefined && isGuarded(db, authorId) },
  errors: ['not_found', 'unsupported_media'],
  examples: [
    { title: 'Your own picture', input: { target: 'profile', mediaId: 'med_01k9x8f0000000000000000000' } },
    {
      title: 'For an author',
      input: {
        target: 'author',
        authorId: 'aut_01k9x8f0000000000000000000',
        mediaId: 'med_01k9x8f0000000000000000000',
      },
    },
  ],
  input: z
    .strictObject({
      target: z.enum(['profile', 'author']),
      authorId: id('author').optional().describe('With target author'),
      mediaId: id('media').nullable(),
    })
    .refine(({ target, authorId }) => (target === 'author') === (authorId !== undefined), {
      path: ['authorId'],
      message: 'Must be given with target author, and only then',
    }),
  output: z.object({ avatarUrl: z.string().nullable() }),

  async handle(ctx, { authorId, mediaId }) {
    const { db, access, baseUrl } = ctx
    // An author is nobody's own record: the exception does not apply (calls.md#own-records-exception).
    const objection = authorId === undefined ? undefined : scopeObjection('content:write', access)
    if (objection !== undefined) throw objection
    const media = mediaId === null ? null : await requireImage(db, mediaId)

    if (authorId === undefined) await setOwnAvatar(db, access.actor.userId, mediaId)
    else await setAuthorAvatar(ctx, authorId, mediaId)
    return { avatarUrl: absoluteUrl(media?.url ?? null, baseUrl) }
  },
})

/** Makes an image the picture of the calling person; null removes it. */
async function setOwnAvatar(db: Writer, userId: string, mediaId: string | null): Promise<void> {
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
