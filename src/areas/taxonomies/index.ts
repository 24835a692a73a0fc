import { authors } from './feeds/authors.ts'
import { categories } from './feeds/categories.ts'
import { tags } from './feeds/tags.ts'
import { createAuthor } from './operations/create-author.ts'
import { createTaxonomyTerm } from './operations/create-taxonomy-term.ts'
import { deleteAuthor } from './operations/delete-author.ts'
import { deleteTaxonomyTerm } from './operations/delete-taxonomy-term.ts'
import { listAuthors } from './operations/list-authors.ts'
import { listTaxonomyTerms } from './operations/list-taxonomy-terms.ts'
import { updateAuthor } from './operations/update-author.ts'
import { updateTaxonomyTerm } from './operations/update-taxonomy-term.ts'

export { isGuarded } from './remove-term.ts'
export { taxonomies } from './term-fields.ts'
export { replaceAuthorAvatars, setAuthorAvatar } from './author-avatar.ts'
export { termResource, typeOfTerm } from './term-resource.ts'
export { type TermRow, termRows } from './term-rows.ts'
export { revertibleTerms, setTermSlugsAside } from './revert-terms.ts'
export { createTerm, insertTerms } from './make-term.ts'
export { type GivenTerm, givenTermsAsked, hasAuthor, noTerm, type TermId, type TermKind, termKinds } from './terms.ts'

export const operations = [
  listTaxonomyTerms,
  createTaxonomyTerm,
  updateTaxonomyTerm,
  deleteTaxonomyTerm,
  listAuthors,
  createAuthor,
  updateAuthor,
  deleteAuthor,
] as const

export const feeds = [categories, tags, authors] as const
