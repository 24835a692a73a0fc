import { z } from 'zod'

import { type ContextPassage, entryKinds } from '#areas/library/index.ts'
import { id, iso, timestamp } from '#kernel/schema.ts'
import { visibleText } from '#std/visible-text.ts'

/** A passage of the Context Library in a brief: quoted, with where it is from (library.md#web-text-is-data). */
export const passageOutput = z.object({
  entryId: id('contextEntry'),
  kind: z.enum(entryKinds),
  pinned: z.boolean(),
  untrusted: z.object({
    title: z.string(),
    text: z.string(),
    source: z.string().describe('URL, or context_library'),
    fetchedAt: timestamp(),
  }),
})

export function describePassage({ entry, text }: ContextPassage): z.input<typeof passageOutput> {
  return {
    entryId: entry.id,
    kind: entry.kind,
    pinned: entry.pinned,
    untrusted: {
      title: visibleText(entry.title),
      text,
      source: entry.url ?? 'context_library',
      fetchedAt: iso(entry.fetchedAt ?? entry.updatedAt),
    },
  }
}
