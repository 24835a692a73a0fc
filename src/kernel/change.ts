import type { DeliveryId, ItemId } from './ids.ts'

/** Why websites are notified. */
export type ChangeReason =
  | 'published'
  | 'updated'
  | 'unpublished'
  | 'deleted'
  | 'consolidated'
  | 'slug_changed'
  | 'redirect_changed'

/** An item as it is after a change that the public can see. */
export type ChangedItem = {
  id: ItemId
  /** Slug of its collection. */
  collection: string
  slug: string
  /** Where the change gave it another slug. */
  previousSlug: string | null
  /** Its public URL, or the one that it had. */
  url: string
  /** The public URL that the change took from it. */
  previousUrl?: string | null
  /** The page of the website that lists it. */
  listUrl?: string | null
  canonicalUrl: string | null
  status: 'draft' | 'scheduled' | 'published'
  updatedAt: Date
  contentHash: string | null
}

/**
 * A change that the public can see. Redirects lead from a path of the website to a path or address; `paths` are further paths
 * of it that answer differently from now on.
 */
export type ContentChange = {
  reason: ChangeReason
  items: readonly ChangedItem[]
  redirects?: readonly { from: string; to: string }[]
  paths?: readonly string[]
  /** Items that no longer exist, for the copies of them elsewhere. */
  removed?: readonly ItemId[]
  /** Whether the items were published before, and only their collection was opened again: no news for people. */
  isReturn?: boolean
}

/** A notification that waits for its delivery. */
export type DeliveryRef = { deliveryId: DeliveryId; target: string }
