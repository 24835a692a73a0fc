import { defined } from '#std/objects.ts'

/** What of the catalog is shown. */
export type OperationsSearch = { search?: string | undefined }

export function operationsSearch(given: Record<string, unknown>): OperationsSearch {
  return defined({
    search:
      String(given['search'] ?? '')
        .trim()
        .slice(0, 200) || undefined,
  })
}
