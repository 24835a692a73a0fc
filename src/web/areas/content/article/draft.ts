import { mergeBodies } from '#web/areas/content/article/merge-bodies.ts'
import type { OutputOf } from '#web/operations.ts'

/** Texts that can be written on the page of an article. */
export const textFields = [
  'title',
  'content',
  'slug',
  'h1',
  'tldr',
  'excerpt',
  'seoTitle',
  'metaDescription',
  'primaryKeyword',
  'canonicalUrl',
  'ogTitle',
  'ogDescription',
] as const
const terms = ['authors', 'categories', 'tags'] as const
/** Everything that can be changed there. */
export const writtenFields = [
  ...textFields,
  ...terms,
  'featuredImageId',
  'faq',
  'robots',
  'schemaJsonLd',
  'customFields',
] as const

export type TextField = (typeof textFields)[number]
export type TermField = (typeof terms)[number]
export type WrittenField = (typeof writtenFields)[number]
export type Reference = { id: string; name: string }
type Item = OutputOf<'getItem'>['item']

/** What an article says in each field; a text that is not set is empty. */
export type Values = Record<TextField, string> &
  Record<TermField, readonly Reference[]> &
  Pick<Item, 'featuredImageId' | 'faq' | 'robots' | 'schemaJsonLd' | 'customFields'>

/** What a person changed and did not save yet: each field with what it said when they began. */
export type Draft = { readonly [F in WrittenField]?: { mine: Values[F]; base: Values[F] } }

/** The title of an article whose text was begun first: its field is empty until somebody writes one. */
export const untitled = 'Untitled article'

export function valuesOf(item: Item): Values {
  const { featuredImageId, faq, robots, schemaJsonLd, customFields } = item
  return {
    ...(Object.fromEntries(textFields.map((field) => [field, item[field] ?? ''])) as Record<TextField, string>),
    ...(item.title === untitled && { title: '' }),
    ...(Object.fromEntries(
      terms.map((field) => [field, item[field].map(({ id, name }) => ({ id, name }))]),
    ) as unknown as Record<TermField, Reference[]>),
    featuredImageId,
    faq,
    robots,
    schemaJsonLd,
    customFields,
  }
}

/** The draft after a change of one field; a field that says again what is stored is no longer part of it. */
export function written<F extends WrittenField>(draft: Draft, field: F, mine: Values[F], stored: Values): Draft {
  const { [field]: before, ...others } = draft
  if (isSame(mine, stored[field])) return others
  return { ...draft, [field]: { mine, base: before?.base ?? stored[field] } }
}

/** Fields of a draft that somebody else has changed since, to something else. */
export function clashes(draft: Draft, stored: Values): WrittenField[] {
  return writtenFields.filter((field) => {
    const own = draft[field]
    return own !== undefined && !isSame(stored[field], own.base) && !isSame(stored[field], own.mine)
  })
}

/** The draft with what others changed in the body meanwhile, where they changed other blocks of it (web.md#bodies-merge-by-blocks). */
export function merged(draft: Draft, stored: Values): Draft {
  const { content: own, ...others } = draft
  const theirs = stored.content
  if (own === undefined || theirs === own.base) return draft
  const { text } = mergeBodies({ ...own, theirs })
  if (text === null) return draft
  return text === theirs ? others : { ...others, content: { mine: text, base: theirs } }
}

/** The draft that keeps its own words although somebody else changed the field. */
export function keptMine(draft: Draft, field: WrittenField, stored: Values): Draft {
  const own = draft[field]
  return own === undefined ? draft : { ...draft, [field]: { ...own, base: stored[field] } }
}

/**
 * The draft without what was saved. What was changed meanwhile stays, as a change of what was saved: of `stored`, where the state
 * after the save is known. What was taken back meanwhile, and is in the draft no longer, is such a change as well.
 */
export function withoutSaved(latest: Draft, saved: Draft, stored?: Values): Draft {
  const takenBack = Object.entries(saved).map(([name, { base }]) => [name, { mine: base, base }])
  return Object.fromEntries(
    Object.entries({ ...Object.fromEntries(takenBack), ...latest } as Draft).flatMap(([name, own]) => {
      const field = name as WrittenField
      const sent = saved[field]
      if (sent === undefined) return [[field, own]]
      const base = stored?.[field] ?? sent.mine
      return isSame(own.mine, sent.mine) || isSame(own.mine, base) ? [] : [[field, { ...own, base }]]
    }),
  )
}

/** What was sent and is stored a little differently: `mine` as it was written, `base` as it is stored. */
export function echoed(sent: Draft, stored: Values): Draft {
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, { mine }]) => {
      const field = name as WrittenField
      return isSame(mine, stored[field]) ? [] : [[field, { mine, base: stored[field] }]]
    }),
  )
}

/** The draft without what is only begun, which would be refused: a question without its answer, no title. */
export function heldBack(draft: Draft): Draft {
  const { title, faq, ...others } = draft
  const isWhole = faq?.mine?.every(({ question, answer }) => question.trim() !== '' && answer.trim() !== '') ?? true
  return {
    ...others,
    ...(title === undefined || title.mine.trim() === '' ? {} : { title }),
    ...(faq === undefined || !isWhole ? {} : { faq }),
  }
}

/** Why a field is not saved by itself: an article has a title. */
export function missingIn({ title }: Draft, field: WrittenField): string | undefined {
  const isMissing = field === 'title' && title?.mine.trim() === '' && title.base !== ''
  return isMissing ? 'An article needs a title. Until you write one, the one before stays.' : undefined
}

/** The fields of `updateItem`: what is empty is taken away, where it may be missing. */
export function changesIn(draft: Draft): Record<string, unknown> {
  const isNeeded = (field: string) => field === 'title' || field === 'slug' || field === 'content'
  return Object.fromEntries(
    Object.entries(draft).map(([field, { mine }]): [string, unknown] => {
      const ids = idNames[field]
      if (ids !== undefined) return [ids, (mine as readonly Reference[]).map(({ id }) => id)]
      return [field, typeof mine === 'string' && mine.trim() === '' && !isNeeded(field) ? null : mine]
    }),
  )
}

const idNames: Record<string, string> = { authors: 'authorIds', categories: 'categoryIds', tags: 'tagIds' }

/** The name of a field in calls: what errors name. */
export const nameInCalls = (field: WrittenField): string => idNames[field] ?? field

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
