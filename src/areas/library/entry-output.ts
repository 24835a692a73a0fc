import { z } from 'zod'

import { iso, timestamp } from '#kernel/schema.ts'
import { pluck } from '#std/pluck.ts'
import { excerptOf } from '#std/text.ts'
import { visibleText } from '#std/visible-text.ts'

import type { Entry, ListedEntry } from './entries.ts'
import { entryFields } from './entry-fields.ts'

/** Text that was read from the web (library.md#web-text-is-data). */
export const untrusted = z.object({ text: z.string(), source: z.string(), fetchedAt: timestamp() })

const record = z.object(pluck(entryFields, 'output'))

/** A whole entry. What was read from the web is under `untrusted`, and `body` is null. */
export const entryOutput = record.extend({ body: z.string().nullable(), untrusted: untrusted.optional() })

/** An entry in a list. */
export const entrySummary = record.extend({
  excerpt: z.string().nullable().describe('Beginning of the body'),
  bodyLength: z.int().describe('Characters'),
  untrusted: untrusted.optional(),
})

type Origin = Pick<Entry, 'url' | 'fetchedAt'>

/** A text of an entry in an answer: plain, or as untrusted where it was read from the web. */
export function quoted({ url, fetchedAt }: Origin, text: string): { plain: string | null; untrusted?: Untrusted } {
  if (fetchedAt === null) return { plain: text }
  return { plain: null, untrusted: { text: visibleText(text), source: url ?? 'import', fetchedAt: iso(fetchedAt) } }
}

type Untrusted = z.input<typeof untrusted>

export function describeEntry({ body, ...entry }: Entry): z.input<typeof entryOutput> {
  const { plain, ...others } = quoted(entry, body)
  return { ...recordOf(entry), body: plain, ...others }
}

export function describeListed({ beginning, bodyLength, ...entry }: ListedEntry): z.input<typeof entrySummary> {
  const { plain, ...others } = quoted(entry, excerptOf(beginning))
  return { ...recordOf(entry), excerpt: plain, bodyLength, ...others }
}

function recordOf(entry: Omit<Entry, 'body'>): z.input<typeof record> {
  const { fetchedAt: _, ...fields } = entry
  return {
    ...fields,
    title: visibleText(entry.title),
    validUntil: iso(entry.validUntil),
    createdAt: iso(entry.createdAt),
    updatedAt: iso(entry.updatedAt),
  }
}
