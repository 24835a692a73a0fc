import { z } from 'zod'

import { createEntry } from '#areas/library/entries.ts'
import { entryFields } from '#areas/library/entry-fields.ts'
import { describeEntry, entryOutput } from '#areas/library/entry-output.ts'
import { operation } from '#kernel/operation.ts'
import { pluck } from '#std/pluck.ts'

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
  input: z.strictObject(pluck(entryFields, 'create')),
  output: z.object({ entry: entryOutput }),

  async handle({ db }, { validUntil, ...given }) {
    const entry = await createEntry(db, { ...given, validUntil: validUntil == null ? null : new Date(validUntil) })
    return { entry: describeEntry(entry) }
  },
})
