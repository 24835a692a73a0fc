import type { IntegrationRow } from '#areas/integrations/connections/integration-rows.ts'
import type { CmsCopy, CmsField } from '#kernel/cms-connector.ts'

import type { BuiltItem } from './cms-item.ts'
import type { CopyDelivery } from './copy-deliveries.ts'
import type { CopyRow } from './copy-rows.ts'

/** What an own endpoint is told of an item; `item` null: it no longer exists here. */
export type ToldItem = {
  item: Readonly<Record<string, unknown>> | null
  itemId: string
  collection: string | null
  url: string | null
}

/** What the copy of an item should become: decided from the item as it is when the push begins, whatever caused the push. */
export type Wanted =
  | { to: 'copy'; as: 'draft' | 'published'; built: BuiltItem }
  | { to: 'tell'; about: 'published' | 'unpublished' | 'deleted'; told: ToldItem }
  | { to: 'unpublish' }
  | { to: 'remove' }

export type Attempt = {
  delivery: CopyDelivery
  integration: IntegrationRow
  copy: CopyRow
  /** The job that holds the copy. */
  holder: string
  wanted: Wanted
  itemId: string
}

/** What a push did: how the copy is now known, and what the answer says. `httpStatus`: of the last request that wrote, null without one. */
export type Done = {
  httpStatus?: number | null
  action: 'created' | 'updated' | 'unchanged'
  copy: Partial<CopyFacts> | 'gone'
  detached?: boolean
}

type CopyFacts = {
  externalId: string | null
  externalUrl: string | null
  live: boolean
  snapshot: CmsCopy['fields']
  hash: string
  notPersisted: CmsField[]
  asDraft: boolean
}

/** What came of the push of one item, in the result of its job. */
export type PushResult = {
  id: string
  ok: boolean
  action?: 'created' | 'updated' | 'unchanged'
  externalId: string | null
  externalUrl: string | null
  metaNotPersisted: string[]
  error?: { code: string; message: string }
}

declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'delivery.result': PushResult
  }
}

/** The copy that an attempt is about, which it holds. */
export const copyOfAttempt = ({ integration, itemId, holder }: Pick<Attempt, 'integration' | 'itemId' | 'holder'>) => ({
  integrationId: integration.id,
  itemId,
  holder,
})
