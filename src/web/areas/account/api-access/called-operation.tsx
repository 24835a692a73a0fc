import { fieldWords } from '#web/parts/field-words.ts'
import { useCatalogEntry } from '#web/use-catalog.ts'

/** What an agent called, by the title of the operation; of one that no longer exists its name in words. */
export function CalledOperation({ name }: { name: string }) {
  return useCatalogEntry(name)?.title ?? fieldWords(name)
}
