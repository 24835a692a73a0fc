import type { TermsSearch } from '#web/areas/taxonomies/terms/terms-search.ts'
import type { InputOf } from '#web/operations.ts'

/** The input of `listTaxonomyTerms` for a state of the list. */
export function termsQuery({ tab, search, order, page }: TermsSearch): InputOf<'listTaxonomyTerms'> {
  return {
    taxonomy: tab ?? 'category',
    page: page ?? 1,
    pageSize: 50,
    ...(search ? { search } : {}),
    ...(order ? { orderBy: order } : {}),
  }
}
