import type { InputOf, OutputOf } from '#web/operations.ts'

export type Group = OutputOf<'findDuplicateItems'>['items'][number]

/** The state of the list, all of it in the address. */
export type DuplicatesSearch = { search?: string; page?: number }

export function duplicatesSearch(given: Record<string, unknown>): DuplicatesSearch {
  const page = Number(given['page'])
  // A number in the address was typed as text.
  const search = String(given['search'] ?? '')
    .trim()
    .slice(0, 2048)
  return { ...(search ? { search } : {}), ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}) }
}

/** The input of `findDuplicateItems` for a state of the list. */
export function duplicatesQuery({ search, page }: DuplicatesSearch): InputOf<'findDuplicateItems'> {
  return { page: page ?? 1, pageSize: 20, ...(search ? { search } : {}) }
}
