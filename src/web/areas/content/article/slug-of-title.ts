import { slugify, withSuffix } from '#std/slugs.ts'
import { type Draft, valuesOf, written } from '#web/areas/content/article/draft.ts'
import type { OutputOf } from '#web/operations.ts'

type Item = OutputOf<'getItem'>['item']

/** The draft whose title has just changed, with the slug that follows it: until somebody gives it another one, or it was public. */
export function withSlug(before: Draft, next: Draft, item: Item): Draft {
  if (item.status === 'published' || item.firstPublishedAt !== null) return next
  const stored = valuesOf(item)
  const slug = before.slug?.mine ?? stored.slug
  const titleOf = (draft: Draft) => (draft.title?.mine ?? stored.title) || item.title
  const made = slugify(titleOf(next))
  if (made === '' || !isMadeFrom(slug, titleOf(before))) return next
  return written(next, 'slug', made, stored)
}

/** The same draft with another slug, where its own was made from its title; undefined where somebody chose it. */
export function freerSlug(draft: Draft, attempt: number): Draft | undefined {
  const { slug, title } = draft
  if (slug === undefined || title === undefined || !isMadeFrom(slug.mine, title.mine)) return undefined
  return { ...draft, slug: { ...slug, mine: withSuffix(slugify(title.mine), attempt + 1) } }
}

function isMadeFrom(slug: string, title: string): boolean {
  const plain = slugify(title)
  return slug === plain || (slug.startsWith(`${plain}-`) && /^-\d+$/.test(slug.slice(plain.length)))
}
