import type { Writer } from '#kernel/database.ts'
import { journalOf } from '#kernel/journal.ts'

import type { Term } from './terms.ts'

type Uses = readonly { status: string }[]

/** Reports uses of a term that were written without their items, for the counts of published ones (content.md#counts-are-kept). */
export function countUsesChange(
  db: Writer,
  { collectionId, kind, id }: Pick<Term, 'collectionId' | 'kind'> & { id: string },
  { added = [], gone = [] }: { added?: Uses; gone?: Uses },
): void {
  journalOf(db).counted('terms', [collectionId, kind, id], published(added) - published(gone))
}

const published = (uses: Uses) => uses.filter(({ status }) => status === 'published').length
