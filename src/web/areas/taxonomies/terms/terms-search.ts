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
export type TermsSearch = { tab?: 'tag'; search?: string; order?: TermOrder; page?: number }

export function termsSearch(given: Record<string, unknown>): TermsSearch {
  const page = Number(given['page'])
  const order = orders.find((name) => name === given['order'])
  // A number in the address was typed as text.
  const search = String(given['search'] ?? '')
    .trim()
    .slice(0, 200)
  return {
    ...(given['tab'] === 'tag' ? { tab: 'tag' } : {}),
    ...(search ? { search } : {}),
    ...(order && order !== 'name' ? { order } : {}),
    ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}),
  }
}
