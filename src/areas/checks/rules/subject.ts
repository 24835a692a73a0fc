import type { Similar } from '#areas/checks/similarity/similar-items.ts'
import type { Status } from '#areas/items/index.ts'
import type { Page } from '#std/page.ts'

import type { Statement } from './statements.ts'
import type { Supports } from './support.ts'

/** An item as the rules read it: stored, or with changes that are not stored yet. */
export type CheckedItem = {
  id: string
  collectionId: string
  title: string
  slug: string
  status: Status
  h1: string | null
  /** How many first-level headings the source of the body has. */
  bodyH1s: number
  tldr: string | null
  excerpt: string | null
  seoTitle: string | null
  metaDescription: string | null
  canonicalUrl: string | null
  canonicalReason: string | null
  primaryKeyword: string | null
  secondaryKeywords: readonly string[]
  ogTitle: string | null
  ogDescription: string | null
  ogImageId: string | null
  twitterTitle: string | null
  twitterDescription: string | null
  featuredImageId: string | null
  schemaJsonLd: unknown
  faq: readonly { question: string; answer: string }[]
  relatedArticles: readonly string[]
  suggestions: readonly Suggestion[]
  robots: { noindex?: boolean; nofollow?: boolean }
  citations: readonly { quote?: string | undefined }[]
  articleType: string | null
  /** `customFields.pillar` is true. */
  isPillar: boolean
  origin: string
}

export type Suggestion = {
  anchor: string
  targetItemId?: string | undefined
  url?: string | undefined
  state?: string
}

/** What the rules need to know about the organization. */
export type Site = {
  organizationId: string
  siteUrl: string | null
  locale: string
  /** Hosts of the website and the brand, in lower case and without `www.`. */
  hosts: ReadonlySet<string>
  /** As they are in the settings, so that one can be added. */
  domains: readonly string[]
  brandName: string | null
  /** The brand, its other names and its competitors. */
  brandNames: readonly string[]
  /** Whether there is a social image for items that have no picture. */
  hasSocialImage: boolean
}

/** Another item, as evidence names it. `isOpen`: the public sees what is published in its collection. */
export type Other = { id: string; title: string; status: Status; collectionId: string; isOpen: boolean }

/** Whether the public sees an item (checks.md#closed-collections-are-not-live). */
export const isLive = ({ status, isOpen }: Pick<Other, 'status' | 'isOpen'>): boolean =>
  status === 'published' && isOpen

/** Where an address of the organization leads. `unknown`: a page that is not kept here. */
export type Target =
  | { to: 'item'; item: Other }
  | { to: 'redirect'; itemId: string | null; url: string | null }
  | { to: 'nothing' }
  | { to: 'unknown' }

/** The part of the organization's index that one item is checked against. */
export type Index = {
  collectionKind: string
  /** Whether the public sees what is published in its collection. */
  isOpen: boolean
  /** The custom fields that its collection requires and that it leaves out; undefined where the collection requires none. */
  missingFields: readonly string[] | undefined
  /** The names of its categories and tags. */
  labels: readonly string[]
  /** The address on the website, whatever the canonical URL says; null without a siteUrl. */
  selfUrl: string | null
  /** Targets of the item's own links, suggestions and canonical URL, by the address as written. */
  targets: ReadonlyMap<string, Target>
  sameCanonical: readonly Other[]
  /** Live items of other collections at the same path; undefined where no other collection has such paths. */
  sameAddress: readonly Other[] | undefined
  sameDescription: readonly Other[]
  sameKeyword: readonly Other[]
  secondaryOf: readonly Other[]
  /** Of an item without a primary keyword: the keys of those that it could have, but that others have or are proposed. */
  takenKeywords: ReadonlySet<string>
  /** Related items that exist, by id. */
  related: ReadonlyMap<string, Other & { isTrashed: boolean }>
  featuredImage: { id: string; alt: string | null; width: number | null } | null
  /** Whether another published item links to it. */
  isLinked: boolean
  similar: readonly Similar[]
  /** Topics with the same normalised keyword. */
  sameKeywordTopics: readonly { id: string; topic: string }[]
  supports: Supports
  /** Codes of faults that are the organization's, so that they are none of the item. */
  faults: ReadonlySet<string>
}

export type Subject = {
  item: CheckedItem
  page: Page
  /** The sentences of the page. */
  statements: readonly Statement[]
  site: Site
  index: Index
}
