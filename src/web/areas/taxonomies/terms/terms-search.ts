import { oneOf, page, searchBy, words } from '#web/address.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'

export type Term = OutputOf<'listTaxonomyTerms'>['items'][number]
export type TermOrder = NonNullable<InputOf<'listTaxonomyTerms'>['orderBy']>

/** The two kinds, with the words of their tabs and of one of them. */
export const kinds = {
  category: { tab: 'Categories', one: 'category', many: 'categories' },
  tag: { tab: 'Tags', one: 'tag', many: 'tags' },
} as const
export type Kind = keyof typeof kinds

const orders: readonly TermOrder[] = ['name', '-name', 'postCount', '-postCount']

/** The state of the list, all of it in the address. Categories are shown unless the address says otherwise. */
export const termsSearch = searchBy({ tab: oneOf(['tag']), search: words(), order: oneOf(orders, 'name'), page })
export type TermsSearch = ReturnType<typeof termsSearch>
