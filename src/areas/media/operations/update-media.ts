import { z } from 'zod'

import { changeMedia, describeMedia, lockMedia, mediaOutput } from '#areas/media/media.ts'
import { operation } from '#kernel/operation.ts'
import { changes, id, ifVersion, text, title } from '#kernel/schema.ts'
import { requireVersion } from '#kernel/version.ts'

export const updateMedia = operation({
  name: 'updateMedia',
  title: 'Describe a media file',
  summary: 'Changes alt text, title or description of a media file; null clears. The file itself never changes.',
  scope: 'content:write',
  risk: 'write',
  errors: ['not_found'],
  examples: [
    { title: 'Alt text', input: { mediaId: 'med_01k9x8f0000000000000000000', alt: 'Ships in a harbour at dawn' } },
  ],
  input: changes(
    {
      mediaId: id('media'),
      alt: text(300).nullable().optional(),
      title: title(300).nullable().optional(),
      description: text(2000).nullable().optional(),
      ifVersion,
    },
    'mediaId',
  ),
  output: z.object({ media: mediaOutput }),

  async handle(ctx, { mediaId, ifVersion: expected, ...given }) {
    const { db } = ctx
    const stored = await lockMedia(db, mediaId)
    requireVersion(stored.version, expected)

    const changed = await changeMedia(ctx, stored, given)

    return { media: describeMedia(changed, ctx) }
  },
})
