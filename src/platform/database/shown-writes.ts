import type { QueryId } from 'kysely'

import { declaredCollection, shownFunctions, shownTables } from '#kernel/content-revision.ts'
import { remember } from '#std/remember.ts'

/** The collections whose revisions a transaction must raise, `*` for the whole organization. */
export type ShownWrites = {
  /** Looks at a statement that is sent. */
  sent(text: string, queryId: QueryId): void
  /** The collections so far, in ascending order. */
  collections(): string[]
}

/**
 * Finds the writes of a transaction to what the Content API shows. It reads the statements themselves, so that no operation has
 * to remember it (content-api.md#content-has-revisions).
 */
export function shownWrites(): ShownWrites {
  const collections = new Set<string>()
  return {
    sent(text, queryId) {
      if (changesShown(text)) collections.add(declaredCollection(queryId))
    },
    collections: () => [...collections].toSorted(),
  }
}

/** Whether a statement may change what the Content API shows. In doubt it does. A process sends some hundred different ones. */
export const changesShown = remember(looksLikeChange, 2000)

const writes = /\b(insert into|update|delete from|merge into)\s+(?:"?app"?\.)?"?([a-z_]+)"?/gi
const functions = new RegExp(String.raw`\bauth\.(?:${shownFunctions.join('|')})\(`)

function looksLikeChange(text: string): boolean {
  if (functions.test(text)) return true
  return [...text.matchAll(writes)].some(({ 0: write, 1: verb, 2: table = '', index }) => {
    if (!Object.hasOwn(shownTables, table)) return false
    const hidden = shownTables[table]?.hidden
    if (hidden === undefined || verb?.toLowerCase() !== 'update') return true
    return !assigned(text.slice(index + write.length)).every((column) => hidden.includes(column))
  })
}

// The columns that an UPDATE sets. Where a query is among the values, or the statement was written by hand, nobody knows: then it
// counts as a change.
function assigned(rest: string): string[] {
  const [values = ''] = rest.split(' where ', 1)
  const columns = [...values.matchAll(/"(\w+)" = /g)].flatMap(([, column]) => column ?? [])
  return columns.length === 0 || /\bselect\b/i.test(values) ? ['?'] : columns
}
