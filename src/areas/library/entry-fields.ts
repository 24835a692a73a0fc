import { z } from 'zod'

import { id, moment, text, title, url, words } from '#kernel/schema.ts'

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

/** The fields of an entry in inputs. */
export const entryFields = {
  kind: z.enum(entryKinds),
  title: title(300),
  body: words(bodyLimit).describe('Text or Markdown; at most 50,000 characters'),
  url: url().nullable(),
  tags: z.array(text(80)).max(50),
  pinned: z.boolean().describe('Part of every brief'),
  collections: z.array(id('collection')).max(50).describe('Only for these collections; empty: for all'),
  validUntil: moment().nullable().describe('Not used after it; still listed'),
}
