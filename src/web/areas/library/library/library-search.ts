import { type EntryKind, entryKinds } from '#web/areas/library/entry-kinds.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'

export type Entry = OutputOf<'listContextEntries'>['items'][number]

/** The state of the list, all of it in the address. */
export type LibrarySearch = { kind?: EntryKind; search?: string; page?: number }

export function librarySearch(given: Record<string, unknown>): LibrarySearch {
  const kind = entryKinds.find((name) => name === given['kind'])
  const page = Number(given['page'])
  // A number in the address was typed as text.
  const search = String(given['search'] ?? '')
    .trim()
    .slice(0, 200)
  return {
    ...(kind ? { kind } : {}),
    ...(search ? { search } : {}),
    ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}),
  }
}

/** The input of `listContextEntries` for a state of the list. */
export function libraryQuery({ kind, search, page }: LibrarySearch): InputOf<'listContextEntries'> {
  return { page: page ?? 1, pageSize: 50, ...(kind ? { kind } : {}), ...(search ? { search } : {}) }
}
