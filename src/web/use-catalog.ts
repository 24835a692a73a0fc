import type { CatalogEntry } from '#web/operations.ts'
import { useOperation } from '#web/use-operation.ts'

/** All operations, with whether this person may call them. It changes with a role or a release, not with the content. */
export function useCatalog() {
  return useOperation('listOperations', {}, { staleTime: 300_000 })
}

/** Whether this person may call an operation. While that is unknown it is possible: a button then has its place already. */
export function useAllowed(name: string): { isAllowed: boolean; isPossible: boolean } {
  const entry = useCatalogEntry(name)
  return { isAllowed: entry?.allowed ?? false, isPossible: entry?.allowed ?? true }
}

/** The entry of one operation; undefined until the catalog is known. */
export function useCatalogEntry(name: string): CatalogEntry | undefined {
  return useCatalog().data?.operations.find((entry) => entry.name === name)
}
