import type { Kind } from '#web/areas/checks/fix-list/fix-list-search.ts'
import { fixWords } from '#web/areas/checks/fix-words.ts'
import { countOf } from '#web/areas/content/item-words.tsx'

/** A kind of fault in a sentence with its number; a kind without words of its own has those of its name. */
export function kindWords(kind: Pick<Kind, 'code' | 'count'>): string {
  const named = kind.code.replaceAll('_', ' ')
  return fixWords(kind) ?? `${countOf(kind.count, 'article')}: ${named}`
}
