import { page, searchBy, words } from '#web/address.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'

export type Redirect = OutputOf<'listRedirects'>['items'][number]

/** The state of the list, all of it in the address. */
export const redirectsSearch = searchBy({ search: words(), page, test: words(2048) })
export type RedirectsSearch = ReturnType<typeof redirectsSearch>

/** The input of `listRedirects` for a state of the list. */
export function redirectsQuery({ search, page }: RedirectsSearch): InputOf<'listRedirects'> {
  return { page: page ?? 1, pageSize: 20, ...(search ? { search } : {}) }
}
