import type { OutputOf } from '#web/operations.ts'

export type EntryKind = OutputOf<'listContextEntries'>['items'][number]['kind']

/** The kinds of entry, in the order in which they are offered. */
export const entryKinds = [
  'brand_voice',
  'style_rule',
  'product',
  'persona',
  'fact',
  'competitor',
  'source',
  'glossary',
] as const satisfies readonly EntryKind[]
