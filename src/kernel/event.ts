import type { ChangeReason } from './change.ts'
import type { ItemId } from './ids.ts'

/**
 * Every event and its payload, told after the commit to the runner's `deliver`. Nobody listens in the server: live streams
 * follow the audit records.
 */
export type Events = {
  'content.changed': {
    reason: ChangeReason
    itemIds: readonly ItemId[]
  }
  'collection.changed': { collectionId: string }
  'media.changed': { mediaId: string }
  'term.changed': { kind: 'category' | 'tag' | 'author'; termId: string }
  'api_key.changed': {
    keyId: string
    change: 'revoked' | 'rotated' | 'disabled' | 'enabled'
    /** Whose key it is, and who did it. */
    ownerId: string
    byUserId: string
  }
  'organization.changed': { fields: readonly string[] }
}

export type EventName = keyof Events
export type Payload<E extends EventName> = Events[E]
