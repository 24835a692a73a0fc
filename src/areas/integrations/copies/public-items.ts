import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the public sees the item that a query calls `name`, and so its copies (integrations.md#copies-of-disabled-collections):
 * it is published, not in the trash, and its collection is enabled.
 */
export function isPublic(name: 'i' | 'item'): RawBuilder<boolean> {
  const item = sql.table(name)
  return sql<boolean>`(${item}.effective_status = 'published' and ${item}.trashed_at is null
    and exists (select from app.collection c where c.organization_id = ${item}.organization_id
      and c.id = ${item}.collection_id and c.enabled))`
}
