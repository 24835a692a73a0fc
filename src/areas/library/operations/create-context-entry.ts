import { z } from 'zod'

import { createEntry } from '#areas/library/entries.ts'
import { entryFields } from '#areas/library/entry-fields.ts'
import { describeEntry, entryOutput } from '#areas/library/entry-output.ts'
import { operation } from '#kernel/operation.ts'

export const createContextEntry = operation({
  name: 'createContextEntry',
  title: 'Add to the Context Library',
  summary: 'Adds what writers should know: brand voice, facts, products, rules. Briefs and searches use it at once.',
  scope: 'content:write',
  risk: 'write',
  errors: ['not_found'],
  examples: [
    {
      title: 'A fact',
      input: { kind: 'fact', title: 'Uptime', body: 'In 2025 the service was reachable 99.98 % of the time.' },
    },
  ],
  input: z.strictObject({
    kind: entryFields.kind,
    title: entryFields.title,
    body: entryFields.body,
    url: entryFields.url.optional(),
    tags: entryFields.tags.optional(),
    pinned: entryFields.pinned.optional(),
    collections: entryFields.collections.optional(),
    validUntil: entryFields.validUntil.optional(),
  }),
  output: z.object({ entry: entryOutput }),

  async handle({ db }, { kind, title, body, url, tags, pinned, collections, validUntil }) {
    const entry = await createEntry(db, {
      kind,
      title,
      body,
      ...(url === undefined ? {} : { url }),
      ...(tags === undefined ? {} : { tags }),
      ...(pinned === undefined ? {} : { pinned }),
      ...(collections === undefined ? {} : { collections }),
      ...(validUntil == null ? {} : { validUntil: new Date(validUntil) }),
    })
    return { entry: describeEntry(entry) }
  },
})
