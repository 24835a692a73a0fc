import type { InputOf, OutputOf } from '#web/operations.ts'

export type Redirect = OutputOf<'listRedirects'>['items'][number]

/** The state of the list, all of it in the address. */
export type RedirectsSearch = { search?: string; page?: number }

export function redirectsSearch(given: Record<string, unknown>): RedirectsSearch {
  const page = Number(given['page'])
  // A number in the address was typed as text.
  const search = String(given['search'] ?? '')
    .trim()
    .slice(0, 200)
  return { ...(search ? { search } : {}), ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}) }
}

/** The input of `listRedirects` for a state of the list. */
export function redirectsQuery({ search, page }: RedirectsSearch): InputOf<'listRedirects'> {
  return { page: page ?? 1, pageSize: 20, ...(search ? { search } : {}) }
}
