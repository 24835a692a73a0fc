import { page, searchBy, words } from '#web/address.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'

export type Group = OutputOf<'findDuplicateItems'>['items'][number]

/** The state of the list, all of it in the address. */
export const duplicatesSearch = searchBy({ search: words(2048), page })
export type DuplicatesSearch = ReturnType<typeof duplicatesSearch>

/** The input of `findDuplicateItems` for a state of the list. */
export function duplicatesQuery({ search, page }: DuplicatesSearch): InputOf<'findDuplicateItems'> {
  return { page: page ?? 1, pageSize: 20, ...(search ? { search } : {}) }
}
