import type { CmsCopy, CmsCreated, FieldMapping } from '#kernel/cms-connector.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import type { JobCtx } from '#kernel/job.ts'

import { changeHeld, type CopyRow, webAddress } from './copy-rows.ts'
import { type Attempt, copyOfAttempt } from './push-attempt.ts'
import type { OpenedCms } from './read-copy.ts'

/** How long a service that did not answer a create in time may still be at it: until then nobody could find what it makes. */
export const underWayMs = 2 * 60_000

/** A create that was not answered in time, and may still be carried out. */
export class CreateUnderWay extends ConnectorFault {
  constructor({ message, reason, httpStatus }: ConnectorFault) {
    super('unavailable', message, { reason, httpStatus, retryAfterMs: underWayMs })
  }
}

/**
 * The copy that a create of unknown outcome made, looked for by what was sent then, whatever became of the item since. Undefined
 * where there is none, or no such create. It is known from then on: once it is changed it could no longer be found.
 */
export async function findCreated(
  ctx: JobCtx,
  attempt: Attempt,
  { connector, connection, mapping }: OpenedCms & { mapping: FieldMapping },
): Promise<CmsCopy | undefined> {
  const { copy, itemId } = attempt
  const sent = sentBy(copy)
  if (copy.intended_at === null || sent === undefined) return undefined
  const found = await connector.find(connection, { item: { id: itemId, ...sent }, mapping })
  if (found === undefined || found.state === 'trashed') return undefined
  await ctx.write(({ db }) =>
    changeHeld(db, copyOfAttempt(attempt), {
      external_id: found.externalId,
      external_url: webAddress(found.externalUrl),
      intended_at: null,
      // It has what was sent, not what came back.
      snapshot: null,
      pushed_hash: null,
      live: true,
      detached: false,
    }),
  )
  return found
}

function sentBy({ snapshot }: CopyRow): Omit<CmsCreated['item'], 'id'> | undefined {
  const { title, slug, contentHtml } = snapshot ?? {}
  return typeof title === 'string' && typeof slug === 'string' && typeof contentHtml === 'string'
    ? { title, slug, contentHtml }
    : undefined
}
