import { like, oneOf, page, searchBy, words } from '#web/address.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'

export type Author = OutputOf<'listAuthors'>['items'][number]
export type AuthorOrder = NonNullable<InputOf<'listAuthors'>['orderBy']>

const orders: readonly AuthorOrder[] = ['name', '-name', 'postCount', '-postCount']

const ofCollection = like(/^(?!articles$)[a-z0-9-]{1,200}$/)

/** The state of the list, all of it in the address. The authors of articles are shown unless the address says otherwise. */
export const authorsSearch = searchBy({ collection: ofCollection, search: words(), order: oneOf(orders, 'name'), page })
export type AuthorsSearch = ReturnType<typeof authorsSearch>
