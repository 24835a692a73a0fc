import type { InputOf, OutputOf } from '#web/operations.ts'

export type Author = OutputOf<'listAuthors'>['items'][number]
export type AuthorOrder = NonNullable<InputOf<'listAuthors'>['orderBy']>

const orders: readonly AuthorOrder[] = ['name', '-name', 'postCount', '-postCount']

/** The state of the list, all of it in the address. The authors of articles are shown unless the address says otherwise. */
export type AuthorsSearch = { collection?: string; search?: string; order?: AuthorOrder; page?: number }

export function authorsSearch(given: Record<string, unknown>): AuthorsSearch {
  const page = Number(given['page'])
  const order = orders.find((name) => name === given['order'])
  const collection = typeof given['collection'] === 'string' ? given['collection'] : ''
  // A number in the address was typed as text.
  const search = String(given['search'] ?? '')
    .trim()
    .slice(0, 200)
  return {
    ...(/^[a-z0-9-]{1,200}$/.test(collection) && collection !== 'articles' ? { collection } : {}),
    ...(search ? { search } : {}),
    ...(order && order !== 'name' ? { order } : {}),
    ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}),
  }
}
