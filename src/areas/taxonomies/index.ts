import { authors } from './feeds/authors.ts'
import { categories } from './feeds/categories.ts'
import { tags } from './feeds/tags.ts'

export { termResource, typeOfTerm } from './term-resource.ts'
export { type TermRow, termRows } from './term-rows.ts'

export const feeds = [categories, tags, authors] as const
