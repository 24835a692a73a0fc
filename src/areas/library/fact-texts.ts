import { sql } from 'kysely'

import { question, selectFrom } from '#kernel/ask.ts'

import type { EntryKind } from './entry-fields.ts'
import { isValid } from './validity.ts'

const kinds: EntryKind[] = ['fact', 'product', 'source', 'competitor']
/** A check reads them all: enough for what an organization says about itself, and bounded. */
const most = { entries: 200, characters: 10_000 }

/** Title and truncated body of the valid entries that can support a claim (checks.md#claims-need-support), latest first; as a question. */
export const factTextsAsked = () =>
  question(
    selectFrom('context_entry')
      .select(sql<string>`title || E'\n' || left(body, ${most.characters})`.as('text'))
      .where('kind', '=', sql<EntryKind>`any(${kinds})`)
      .where(isValid(sql<Date>`now()`))
      .orderBy('updated_at', 'desc')
      .orderBy('id')
      .limit(most.entries),
    (rows) => rows.map(({ text }) => text),
  )
