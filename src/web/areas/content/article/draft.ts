import type { OutputOf } from '#web/operations.ts'

/** What can be written on the page of an article, and how it is labelled. */
export const writtenFields = [
  'title',
  'content',
  'slug',
  'excerpt',
  'seoTitle',
  'metaDescription',
  'primaryKeyword',
] as const
export type WrittenField = (typeof writtenFields)[number]

type Item = OutputOf<'getItem'>['item']
export type Texts = Record<WrittenField, string>

/** What a person wrote and did not save yet: each field with what it said when they began. */
export type Draft = { readonly [F in WrittenField]?: { mine: string; base: string } }

/** The texts of an item; what is not set is empty. */
export function textsOf(item: Pick<Item, WrittenField>): Texts {
  return Object.fromEntries(writtenFields.map((field) => [field, item[field] ?? ''])) as Texts
}

/** The draft after a change of one field; a field that says again what is stored is no longer part of it. */
export function written(draft: Draft, field: WrittenField, mine: string, stored: Texts): Draft {
  const { [field]: before, ...others } = draft
  if (mine === stored[field]) return others
  return { ...others, [field]: { mine, base: before?.base ?? stored[field] } }
}

/** The fields that somebody else changed since this person began to change them. */
export function clashes(draft: Draft, stored: Texts): WrittenField[] {
  return writtenFields.filter((field) => {
    const own = draft[field]
    return own !== undefined && stored[field] !== own.base && stored[field] !== own.mine
  })
}

/** The draft that keeps its own words although somebody else changed the field. */
export function keptMine(draft: Draft, field: WrittenField, stored: Texts): Draft {
  const own = draft[field]
  return own === undefined ? draft : { ...draft, [field]: { ...own, base: stored[field] } }
}

/** The fields of `updateItem`: what is empty is taken away, where it may be missing. */
export function changesIn(draft: Draft): Partial<Texts> & Record<string, string | null> {
  return Object.fromEntries(
    writtenFields.flatMap((field) => {
      const own = draft[field]
      if (own === undefined) return []
      const mayBeMissing = field !== 'title' && field !== 'slug' && field !== 'content'
      return [[field, mayBeMissing && own.mine.trim() === '' ? null : own.mine]]
    }),
  )
}

const name = (organizationId: string, itemId: string) => `masthead.draft.${organizationId}.${itemId}`

/** What was written and not saved, as this browser kept it: after a crash, a lost session or a closed tab. */
export function keptDraft(organizationId: string, itemId: string): Draft {
  try {
    const kept = JSON.parse(localStorage.getItem(name(organizationId, itemId)) ?? '{}') as Draft
    return Object.fromEntries(Object.entries(kept).filter(([field]) => writtenFields.some((known) => known === field)))
  } catch {
    return {}
  }
}

/** Keeps a draft in this browser; an empty one is forgotten. A browser that has no room keeps nothing. */
export function keepDraft(organizationId: string, itemId: string, draft: Draft): void {
  try {
    if (Object.keys(draft).length === 0) localStorage.removeItem(name(organizationId, itemId))
    else localStorage.setItem(name(organizationId, itemId), JSON.stringify(draft))
  } catch {
    // The text is still on the page.
  }
}
