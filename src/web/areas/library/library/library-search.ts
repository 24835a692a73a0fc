import { oneOf, page, searchBy, words } from '#web/address.ts'
import { entryKinds } from '#web/areas/library/entry-kinds.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'

export type Entry = OutputOf<'listContextEntries'>['items'][number]

/** The state of the list, all of it in the address. */
export const librarySearch = searchBy({ kind: oneOf(entryKinds), search: words(), page })
export type LibrarySearch = ReturnType<typeof librarySearch>

/** The input of `listContextEntries` for a state of the list. */
export function libraryQuery({ kind, search, page }: LibrarySearch): InputOf<'listContextEntries'> {
  return { page: page ?? 1, pageSize: 50, ...(kind ? { kind } : {}), ...(search ? { search } : {}) }
}
