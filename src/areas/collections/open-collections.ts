import { type RawBuilder, sql } from 'kysely'

import { allows, plans } from '#kernel/entitlement.ts'

/** The plans that open collections besides the built-in one. */
export const openingPlans = plans.filter((plan) => allows(plan, 'nonArticleCollections'))

/** Whether the plan of the organization opens them. */
export const opensOthers = sql<boolean>`coalesce((select o.plan = any(${openingPlans}) from auth.organizations o
  where o.id = app.org()), false)`

/** Whether a collection that a query calls `name` is open: enabled, and its plan opens it (collections.md#open-collections). */
export function isOpen(name: 'c' | 'collection'): RawBuilder<boolean> {
  const collection = sql.table(name)
  return sql<boolean>`(${collection}.enabled and (${collection}.built_in or ${opensOthers}))`
}

/** Whether the public sees the item that a query calls `name`: it is published, not in the trash, and its collection is open. */
export function isPublic(name: 'i' | 'item'): RawBuilder<boolean> {
  const item = sql.table(name)
  return sql<boolean>`(${item}.effective_status = 'published' and ${item}.trashed_at is null
    and exists (select from app.collection c where c.organization_id = ${item}.organization_id
      and c.id = ${item}.collection_id and ${isOpen('c')}))`
}
