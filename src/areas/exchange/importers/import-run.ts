import { allCollections, type Collection } from '#areas/collections/index.ts'
import type { Authorship } from '#areas/content/index.ts'
import type { Status } from '#areas/items/index.ts'
import type { TermKind } from '#areas/taxonomies/index.ts'
import type { OrganizationFacts } from '#kernel/access.ts'
import type { ContentChange, DeliveryRef } from '#kernel/change.ts'
import type { Checks } from '#kernel/checks.ts'
import type { Writer } from '#kernel/database.ts'
import type { ItemId } from '#kernel/ids.ts'
import type { Render } from '#kernel/render.ts'

import { type ImportSummary, newSummary } from './import-summary.ts'
import { type KnownPictures, noPictures, type PictureParts } from './known-pictures.ts'

/** One open transaction of the organization, for writing. */
export type ImportTransaction = {
  readonly db: Writer
  /** Rolls back to this point when `work` throws, and throws again. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
  /** Rolls back where it would commit. */
  discard(): void
}

export type ImportParts = {
  transaction<T>(work: (tx: ImportTransaction) => Promise<T>): Promise<T>
  render: Render
  checks: Checks
  collection: Collection
  /** Where pages go, when not into `collection`. */
  pages?: Collection | undefined
  /** The status of every item, instead of that of the source. */
  status?: Status | undefined
  /** Changes only drafts, and never a status: what is public or has a date stays as it is. */
  draftsOnly?: boolean
  /** Writes everything, in transactions that are rolled back. */
  dryRun: boolean
  /** The actor is of kind `system`; by its credential a later run knows what an import wrote. */
  authorship: Authorship & { actor: { credentialId: string } }
  /**
   * How websites and copies learn of what becomes public. Left out: whoever runs the import tells them, or nothing becomes public.
   */
  announcing?:
    | {
        access: { organization: Pick<OrganizationFacts, 'id'> }
        baseUrl: string
        announce(db: Writer, change: ContentChange): Promise<readonly DeliveryRef[]>
      }
    | undefined
  /** Where pictures become media; left out: they stay where they are. */
  pictures?: PictureParts | undefined
  /** How many entries of the source are done. */
  onProgress?: ((entries: number) => void | Promise<void>) | undefined
  /** Ends the import between two batches. */
  signal?: AbortSignal | undefined
}

/** A path that should lead to an item. */
export type WantedRedirect = { from: string; itemId: ItemId; ownPath: string; isPublic: boolean; sourceLabel: string }

/** What one collection's entries say about where they were: how many had an address, and which templates would keep it. */
export type OldAddresses = { entries: number; kept: number; templates: Map<string, number> }

/** What one run knows: its parts, its sums, and what it must remember from batch to batch. */
export type ImportRun = {
  parts: ImportParts
  summary: ImportSummary
  /** All those of the organization, by id. */
  collections: ReadonlyMap<string, Collection>
  /** Ids of terms by the key of a reference. */
  terms: Map<string, string>
  /** Terms that a reference with a slug stands for: another slug means another term, even under the same name. */
  claimed: Set<string>
  /** Categories and tags that have no place outside articles, each counted once. */
  notTaken: Set<string>
  redirects: WantedRedirect[]
  /** By collection. */
  oldAddresses: Map<string, OldAddresses>
  pictures: KnownPictures
  imagined: Imagined
}

/** A category, tag or author as it is stored. */
export type TermRow = { id: string; collection_id: string; kind: TermKind; name_key: string; slug: string }

/** What a dry run created and rolled back: the batches that follow must still find it. Empty in a real run. */
export type Imagined = { terms: TermRow[]; media: Map<string, string>; slugs: Set<string>; livePaths: Set<string> }

export async function newRun(given: ImportParts): Promise<ImportRun> {
  const parts = given.dryRun ? { ...given, checks: unkept(given.checks) } : given
  const collections = await parts.transaction(({ db }) => allCollections(db))
  return {
    parts,
    collections: new Map(collections.map((collection) => [collection.id, collection])),
    summary: newSummary(parts.dryRun),
    terms: new Map(),
    claimed: new Set(),
    notTaken: new Set(),
    redirects: [],
    oldAddresses: new Map(),
    pictures: noPictures(),
    imagined: { terms: [], media: new Map(), slugs: new Set(), livePaths: new Set() },
  }
}

/** A transaction of the run: in a dry run it is rolled back. */
export function inTransaction<T>({ parts }: ImportRun, work: (tx: ImportTransaction) => Promise<T>): Promise<T> {
  return parts.transaction(async (tx) => {
    if (parts.dryRun) tx.discard()
    return work(tx)
  })
}

/** What items are found and compared by is not made where they are rolled back: nobody reads it. */
function unkept(checks: Checks): Checks {
  return { ...checks, prepare: async () => {}, written: async () => {} }
}
