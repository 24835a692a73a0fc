import type { CmsConnector, CmsField, FieldMapping } from '#kernel/cms-connector.ts'
import type { Connection } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import type { Writer } from '#kernel/database.ts'

import { changedThere } from './compare.ts'
import { changeCopy, type CopyRow, lockCopy, showOnItem } from './copy-rows.ts'

/** What became of a copy since it was pushed: the fields that somebody changed there, or that it is gone. */
export type Compared = { drift: CmsField[] } | { gone: 'removed' | 'trashed' }

type Opened = { connector: CmsConnector; connection: Connection; mapping: FieldMapping }

/** Reads a copy and compares it with what was pushed. Errors: every kind of `ConnectorFault` but `notFound`. */
export async function compareCopy(
  { connector, connection, mapping }: Opened,
  copy: Pick<CopyRow, 'external_id' | 'snapshot' | 'sent'>,
): Promise<Compared> {
  try {
    const { fields, state } = await connector.fetch(connection, copy.external_id ?? '', mapping)
    return state === 'trashed' ? { gone: 'trashed' } : { drift: changedThere(fields, copy) }
  } catch (error) {
    if (error instanceof ConnectorFault && error.kind === 'notFound') return { gone: 'removed' }
    throw error
  }
}

/**
 * Notes what was found, unless the copy was pushed since it was read here: then the push knows it better. What lists say of the copy
 * stays, unless it is gone.
 */
export async function noteCompared(db: Writer, copy: CopyRow, found: Compared): Promise<void> {
  const of = { integrationId: copy.integration_id, itemId: copy.item_id }
  const now = await lockCopy(db, of)
  if (now === undefined || now.holder !== null || now.updated_at.getTime() !== copy.updated_at.getTime()) return
  if ('gone' in found) {
    await changeCopy(db, of, { detached: true, live: false, pushed_hash: null })
    await showOnItem(db, copy.item_id, { external_state: 'detached' })
    return
  }
  if (found.drift.join() !== copy.drift.join()) await changeCopy(db, of, { drift: [...found.drift] })
}
