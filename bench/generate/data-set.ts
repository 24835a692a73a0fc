/** The size of a data set: W0 is `{ items: 10_000, organizations: 1 }`. All items belong to the first organization. */
export type Size = { items: number; organizations: number }

/** What a workload needs to know about the data. Written next to it as `data-set.json`. */
export type DataSet = Size & {
  organizationId: string
  /** Articles that the product has written: of a large set the others are copies of them. */
  written: number
  apiKey: string
  /** A hundred published articles, spread over the whole set. */
  articles: readonly { id: string; slug: string }[]
  /** Ids of tags. */
  tags: readonly string[]
  /** Ids of drafts, which W0 has besides its articles, for what edits and publishes. */
  drafts: readonly string[]
}

/** Terms of the first organization; an article has three tags, one category and one author. */
export const terms = { tag: 60, category: 12, author: 25 } as const

/** Drafts of a data set: enough that none is published twice within a run. */
export function draftsOf({ items }: Size): number {
  return Math.min(1500, Math.ceil(items * 0.4))
}

/** The largest set that the product writes itself; on PostgreSQL a multiple of it is made of copies (`multiply.ts`). */
export const mostWritten = 10_000

/** Items of each further organization. */
export const itemsOfSmall = 3
