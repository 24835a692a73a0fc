import { z } from 'zod'

import type { RecordField } from '#kernel/record-fields.ts'
import { id, moment, text, timestamp, title, url, words } from '#kernel/schema.ts'

/** The kinds of entry (library.md#entries-have-kinds). */
export const entryKinds = [
  'brand_voice',
  'product',
  'persona',
  'fact',
  'competitor',
  'style_rule',
  'source',
  'glossary',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** The most characters of a body. */
export const bodyLimit = 50_000

const required = <S extends z.ZodType>(schema: S) => ({ create: schema, change: schema.optional() })
const optional = <S extends z.ZodType>(schema: S) => ({ create: schema.optional(), change: schema.optional() })

/** The fields of an entry of the Context Library. */
export const entryFields = {
  id: { column: 'id', id: 'contextEntry', output: id('contextEntry') },
  kind: { column: 'kind', ...required(z.enum(entryKinds)), output: z.enum(entryKinds) },
  title: { column: 'title', ...required(title(300)), output: title(300) },
  // Answers show it in full, by its beginning, or as untrusted.
  body: { column: 'body', ...required(words(bodyLimit).describe('Text or Markdown; at most 50,000 characters')) },
  url: { column: 'url', ...optional(url().nullable()), output: z.string().nullable() },
  tags: { column: 'tags', ...optional(z.array(text(80)).max(50)), output: z.array(z.string()) },
  pinned: { column: 'pinned', ...optional(z.boolean().describe('Part of every brief')), output: z.boolean() },
  // Empty: it applies to all of them.
  collections: {
    column: 'collections',
    id: 'collection',
    ...optional(z.array(id('collection')).max(50).describe('Only for these collections; empty: for all')),
    output: z.array(id('collection')),
  },
  validUntil: {
    column: 'valid_until',
    time: true,
    ...optional(moment().nullable().describe('Not used after it; still listed')),
    output: timestamp().nullable(),
  },
  // When the body was read from `url`; null for the organization's own words.
  fetchedAt: { column: 'fetched_at', time: true },
  version: { column: 'version', output: z.int() },
  createdAt: { column: 'created_at', time: true, output: timestamp() },
  updatedAt: { column: 'updated_at', time: true, output: timestamp() },
} as const satisfies Record<string, RecordField>
