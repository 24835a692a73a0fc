import { z } from 'zod'

import { entryKinds } from '#areas/library/entry-fields.ts'
import { quoted, untrusted } from '#areas/library/entry-output.ts'
import { searchEntries } from '#areas/library/retrieval.ts'
import { operation } from '#kernel/operation.ts'
import { id, title, words } from '#kernel/schema.ts'
import { visibleText } from '#std/visible-text.ts'

export const searchContextLibrary = operation({
  name: 'searchContextLibrary',
  title: 'Search the Context Library',
  summary: 'Finds the passages of the Context Library that say most about a query, best first; only valid entries.',
  scope: 'content:read',
  risk: 'read',
  examples: [
    { title: 'What is known about prices', input: { query: 'price of the team plan', kinds: ['fact', 'product'] } },
  ],
  input: z.strictObject({
    query: words(500),
    kinds: z.array(z.enum(entryKinds)).max(entryKinds.length).optional().describe('Only these'),
    limit: z.int().min(1).max(20).default(5),
  }),
  output: z.object({
    hits: z.array(
      z.object({
        entryId: id('contextEntry'),
        kind: z.enum(entryKinds),
        title: title(300),
        passage: z.string().nullable().describe('Null if the text is untrusted'),
        score: z.number().describe('0 to 1'),
        untrusted: untrusted.optional(),
      }),
    ),
  }),

  async handle({ db, now }, { query, kinds, limit }) {
    const hits = await searchEntries(db, { query, kinds, limit, now })
    return {
      hits: hits.map(({ entry, passage, score }) => {
        const { plain, ...others } = quoted(entry, passage)
        return {
          entryId: entry.id,
          kind: entry.kind,
          title: visibleText(entry.title),
          passage: plain === null ? null : visibleText(plain),
          score,
          ...others,
        }
      }),
    }
  },
})
