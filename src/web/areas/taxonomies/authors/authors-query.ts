import type { AuthorsSearch } from '#web/areas/taxonomies/authors/authors-search.ts'
import type { InputOf } from '#web/operations.ts'

/** The input of `listAuthors` for a state of the list. */
export function authorsQuery({ collection, search, order, page }: AuthorsSearch): InputOf<'listAuthors'> {
  return {
    collection: collection ?? 'articles',
    page: page ?? 1,
    pageSize: 50,
    ...(search ? { search } : {}),
    ...(order ? { orderBy: order } : {}),
  }
}
