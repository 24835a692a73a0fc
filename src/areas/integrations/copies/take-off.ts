import type { JobCtx } from '#kernel/job.ts'

import { changeHeld, type CopyRow, webAddress } from './copy-rows.ts'
import { findCreated } from './find-created.ts'
import { mappingOf } from './mapping.ts'
import { type Attempt, copyOfAttempt, type Done } from './push-attempt.ts'
import { onLatest, type OpenedCms } from './read-copy.ts'

/**
 * Takes the copy of an item off the public site, or removes it: also one that a create of unknown outcome made. Errors:
 * `ConnectorFault`; `Detached` where the copy is gone.
 */
export async function takeOff(
  ctx: JobCtx,
  attempt: Attempt,
  { connector, connection }: OpenedCms,
  to: 'unpublish' | 'remove',
): Promise<Done> {
  const copy = await copyThere(ctx, attempt, { connector, connection })
  if (copy === undefined) return { action: 'unchanged', copy: to === 'remove' ? 'gone' : {} }
  const { external_id: externalId, external_url: externalUrl, live } = copy
  if (to === 'remove') {
    await connector.remove(connection, externalId)
    return { action: 'updated', copy: 'gone' }
  }
  if (!live) return { action: 'unchanged', copy: {} }
  // From here on it may be a draft: what is published again is sent, although it was before.
  await ctx.write(({ db }) => changeHeld(db, copyOfAttempt(attempt), { pushed_hash: null }))
  await onLatest({ externalId, mapping: {} }, { connector, connection }, ({ etag }) =>
    connector.unpublish(connection, { externalId, etag }),
  )
  return { action: 'updated', copy: { externalId, externalUrl, live: false, hash: '' } }
}

type CopyThere = Pick<CopyRow, 'external_url' | 'live'> & { external_id: string }

/** The copy that there is, or may be; undefined where there is none. What came of a create of unknown outcome is known after that. */
async function copyThere(ctx: JobCtx, attempt: Attempt, opened: OpenedCms): Promise<CopyThere | undefined> {
  const { copy, integration } = attempt
  if (copy.external_id !== null && !copy.detached) return { ...copy, external_id: copy.external_id }
  if (copy.intended_at === null) return undefined
  const fields = await opened.connector.fields(opened.connection)
  const mapping = mappingOf(opened.connector, { row: integration, fields })
  const found = await findCreated(ctx, attempt, { ...opened, mapping })
  if (found !== undefined)
    return { external_id: found.externalId, external_url: webAddress(found.externalUrl), live: true }
  await ctx.write(({ db }) =>
    changeHeld(db, copyOfAttempt(attempt), { intended_at: null, snapshot: null, live: false }),
  )
  return undefined
}
