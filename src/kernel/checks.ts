import type { Expression, Selectable, SqlBool } from 'kysely'

import type { Question } from './ask.ts'
import type { Reader, Writer } from './database.ts'
import type { PublishingWarning } from './publishing-warning.ts'
import type { Rendered } from './render.ts'
import type { Tables } from './tables.ts'

/** What checks know about an organization besides its items. A call reads it once at its start and passes it on. */
export type Surroundings = {
  settings: {
    siteUrl: string | null
    locale: string
    brand: {
      name: string | null
      aliases: readonly string[]
      domains: readonly string[]
      competitorsSeed: readonly string[]
    }
    defaults: { socialImageId: string | null }
    publishingPolicy: { minWarningsSeverityToBlock: string }
  }
  /** All of the organization. */
  collections: readonly {
    id: string
    slug: string
    kind: string
    urlTemplate: string
    timezone: string
    /** Whether the public sees what is published in it (collections.md#open-collections). */
    isOpen: boolean
    fieldsSchema: Readonly<Record<string, unknown>> | null
  }[]
}

/** A row of the item table. */
export type StoredItem = Selectable<Tables['item']>

/** What checks keep of the keys of an item, before it is written. */
export type KeptKeys = readonly Pick<Selectable<Tables['item_key']>, 'kind' | 'key'>[]

/** A write of an item. */
export type ItemWrite = Surroundings & {
  /** The row before; undefined where the item is new. */
  before: StoredItem | undefined
  after: StoredItem
  /** Whether its categories or tags changed. */
  isRelabelled?: boolean
  /** The new body, where the write changed it. */
  rendered?: Rendered | undefined
  /** What `keptKeys` answered, where it was asked. */
  kept?: KeptKeys | undefined
}

/** A body as it is stored. `rendered`: it was rendered for this very write. */
export type CheckedBody = {
  content: string
  contentFormat: 'markdown' | 'html'
  contentHtml: string
  rendered?: Rendered | undefined
}

/** An item that is checked. */
export type ItemToCheck = Surroundings & {
  row: StoredItem
  /** Where the caller has it; it is read otherwise. */
  body?: CheckedBody | undefined
}

/** Where the links of an item lead, and the items that link to it. */
export type ItemLinks = {
  outgoing: {
    href: string
    anchor: string
    state: 'live' | 'draft' | 'redirect' | 'broken' | 'unknown' | 'external'
    itemId: string | null
  }[]
  incoming: { itemId: string; title: string; status: 'draft' | 'scheduled' | 'published' }[]
}

/**
 * The checks of items, as code that writes and shows items knows them. What is found follows from items, redirects, settings and
 * collections, so code that changes an item or a redirect reports it here, in the same transaction.
 */
export type Checks = {
  /** Does the slow part of `written` and `check` for the HTML of a body, before its transaction begins: it is kept for them. */
  prepare(ctx: Pick<Reading, 'read'>, html: string): Promise<void>

  /** What `written` will compare with. Asked beforehand it travels with another statement; the row of the item is locked. */
  keptKeys(db: Reader, itemId: string): Promise<KeptKeys>

  /** Keeps what the item is found and compared by, and notes the items whose checks depend on the difference. */
  written(db: Writer, write: ItemWrite): Promise<void>

  /** Forgets an item that is about to be removed for good, and notes what depended on it. */
  removed(db: Writer, row: StoredItem): Promise<void>

  /** Called when redirects were created, changed or removed: with their paths, and the items that they led or lead to. */
  redirected(db: Writer, change: { paths?: readonly string[]; itemIds: readonly string[] }): Promise<void>

  /** The publishing warnings of an item as it is now, ordered by severity, then code. */
  warningsOf(db: Reader, item: ItemToCheck): Promise<PublishingWarning[]>

  /** The same for an item whose row is locked; stores what was found. */
  check(db: Writer, item: ItemToCheck): Promise<PublishingWarning[]>

  /**
   * Refuses with `blocked_by_policy` what goes live, or is to go live later, with open errors, where the organization publishes
   * nothing with open errors. The row is as it would be published.
   */
  requireNoErrors(db: Reader, item: ItemToCheck, choice?: ErrorChoice): Promise<void>

  /** The links of an item in both directions, at most 200 of each. */
  linksOf(db: Reader, item: ItemToCheck): Promise<ItemLinks>

  /** How the checks of items stand, by what is stored; `of` is asked with the settings of the same moment. */
  standingsAsked(ids: readonly string[]): Question<(around: Surroundings, row: StoredItem) => Standing>

  /** A condition on the rows of `item` in a query: whether something as grave is open. Made outside of transactions. */
  isWarned(reading: Reading, least: 'error' | 'warning'): Promise<Expression<SqlBool>>
}

/** What the last check of an item found. `unchecked`: something changed since then, and it is looked at again. */
export type Standing = { errors: number; warnings: number; unchecked: boolean }

export type ErrorChoice = {
  /** What a check of this very row found; left out: it is checked, if the policy asks for it. */
  warnings?: readonly PublishingWarning[] | undefined
  /** Codes that the caller accepts: every open error must be among them. */
  acceptWarnings?: readonly string[] | undefined
  /** For operations that cannot accept: the refusal names the one that can. Default true. */
  namesAlternative?: boolean
}

/** How a call reads outside of its transaction, as the context of `prepare` does. */
export type Reading = {
  access: { organization: { id: string } }
  signal: AbortSignal | undefined
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>
}

/** A transaction that writes items or redirects, with those that are notified of it. */
export type ItemWriter = { db: Writer; checks: Checks }
