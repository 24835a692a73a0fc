import type { CmsCopy, CmsCreated, FieldMapping } from '#kernel/cms-connector.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'

import type { CopyRow } from './copy-rows.ts'
import type { Attempt } from './push-attempt.ts'
import type { OpenedCms } from './read-copy.ts'

/** How long a service that did not answer a create in time may still be at it: until then nobody could find what it makes. */
export const underWayMs = 2 * 60_000

/** A create that was not answered in time, and may still be carried out. */
export class CreateUnderWay extends ConnectorFault {
  constructor({ kind, message, reason }: ConnectorFault) {
    super(kind, message, { reason, retryAfterMs: underWayMs })
  }
}

/**
 * The copy that a create of unknown outcome made, looked for by what was sent then, whatever became of the item since. Undefined
 * where there is none, or no such create.
 */
export async function findCreated(
  { copy, itemId }: Pick<Attempt, 'copy' | 'itemId'>,
  { connector, connection, mapping }: OpenedCms & { mapping: FieldMapping },
): Promise<CmsCopy | undefined> {
  const sent = sentBy(copy)
  if (copy.intended_at === null || sent === undefined) return undefined
  const found = await connector.find(connection, { item: { id: itemId, ...sent }, mapping })
  return found?.state === 'trashed' ? undefined : found
}

function sentBy({ snapshot }: CopyRow): Omit<CmsCreated['item'], 'id'> | undefined {
  const { title, slug, contentHtml } = snapshot ?? {}
  return typeof title === 'string' && typeof slug === 'string' && typeof contentHtml === 'string'
    ? { title, slug, contentHtml }
    : undefined
}
