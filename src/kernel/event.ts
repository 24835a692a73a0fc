import type { ItemId } from './ids.ts'

/** Every event and its payload. Jobs subscribe to them; `after()` writes nothing while no job does (architecture.md). */
export type Events = {
  'content.changed': {
    reason: 'published' | 'updated' | 'unpublished' | 'deleted' | 'slug_changed'
    itemIds: readonly ItemId[]
  }
  'collection.changed': { collectionId: string }
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
