import { type Compared, compareCopy, noteCompared } from '#areas/integrations/copies/compare-copy.ts'
import { differing } from '#areas/integrations/copies/compare.ts'
import { type CopyRow, findCopy } from '#areas/integrations/copies/copy-rows.ts'
import { mappingOf } from '#areas/integrations/copies/mapping.ts'
import { nothingElse } from '#kernel/cms-connector.ts'
import type { Check, Connection } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import type { Connector } from '#kernel/connector.ts'
import type { PrepareCtx } from '#kernel/context.ts'

import { noteFault, noteSuccess } from './faults.ts'
import { getIntegrationRow, type IntegrationRow } from './integration-rows.ts'
import { openConnection, requireAskable } from './open-connection.ts'

type Testing = { id: string; probe: 'read' | 'write'; itemId?: string | undefined }

/** What a test of a connection found out; `fault`: the service did not answer as it should; `found`: what became of a copy. */
export type Tested = {
  row: IntegrationRow
  checks: Check[]
  fault: ConnectorFault | undefined
  found?: { copy: CopyRow; compared: Compared } | undefined
}

/**
 * Asks the service whether the connection works. `write` makes a draft there, reads it back and removes it; with an item its
 * copy is compared with what was pushed. A rehearsal asks nothing. Errors: `not_found`, `not_connected`, `auth_expired`.
 */
export async function testConnection(ctx: PrepareCtx, { id, probe, itemId }: Testing): Promise<Tested> {
  const row = await ctx.read((db) => getIntegrationRow(db, id))
  requireAskable(row)
  const opened = openConnection(ctx, row)
  if (ctx.isRehearsal)
    return { row, checks: [{ name: 'read', ok: true, detail: 'Nothing was sent.' }], fault: undefined }
  try {
    const { checks } = await opened.connector.probe(opened.connection)
    const written = probe === 'write' ? await probeByWriting(opened, row) : []
    const found = itemId === undefined ? undefined : await lookAtCopy(ctx, { row, itemId, ...opened })
    const drift = itemId === undefined ? [] : [driftCheck(found?.compared)]
    return { row, checks: [...checks, ...written, ...drift], fault: undefined, found }
  } catch (error) {
    if (!(error instanceof ConnectorFault)) throw error
    return { row, checks: [{ name: 'read', ok: false, detail: error.message }], fault: error }
  }
}

/** Notes what a test showed. */
export async function noteTest(inside: Parameters<typeof noteFault>[0], { row, fault, found }: Tested): Promise<void> {
  if (fault !== undefined) return noteFault(inside, row, fault)
  await noteSuccess(inside.db, row.id)
  if (found !== undefined) await noteCompared(inside.db, found.copy, found.compared)
}

type Opened = { connector: Connector; connection: Connection }

async function probeByWriting({ connector, connection }: Opened, row: IntegrationRow): Promise<Check[]> {
  if (connector.kind !== 'cms') return []
  const mapping = mappingOf(connector, { row, fields: await connector.fields(connection) })
  const item = {
    id: `probe-${row.id}`,
    title: 'Connection test',
    slug: `connection-test-${row.id.slice(-8)}`,
    contentHtml: '<p>This draft was written by a connection test and will be removed.</p>',
    ...nothingElse,
  }
  const uploads = { find: async () => undefined, keep: async () => {} }
  const write = { item, mapping, as: 'draft' as const, externalId: null, etag: null, uploads }
  const { externalId } = await connector.upsert(connection, write)
  try {
    const back = await connector.fetch(connection, externalId, mapping)
    const changed = differing(connector.expected({ item, mapping }), back.fields)
    return [
      { name: 'write', ok: true, detail: 'A draft was written and removed.' },
      {
        name: 'readBack',
        ok: changed.length === 0,
        detail: changed.length === 0 ? 'It came back as it was sent.' : `Came back changed: ${changed.join(', ')}.`,
      },
    ]
  } finally {
    await connector.remove(connection, externalId)
  }
}

async function lookAtCopy(
  ctx: PrepareCtx,
  { row, itemId, connector, connection }: Opened & { row: IntegrationRow; itemId: string },
): Promise<Tested['found']> {
  const copy = await ctx.read((db) => findCopy(db, { integrationId: row.id, itemId }))
  if (connector.kind !== 'cms' || copy?.external_id == null || copy.snapshot === null) return undefined
  const mapping = mappingOf(connector, { row, fields: await connector.fields(connection) })
  return { copy, compared: await compareCopy({ connector, connection, mapping }, copy) }
}

function driftCheck(compared: Compared | undefined): Check {
  if (compared === undefined) return { name: 'drift', ok: true, detail: 'There is no copy of this item.' }
  if ('gone' in compared)
    return {
      name: 'drift',
      ok: false,
      detail: compared.gone === 'trashed' ? 'The copy is in the trash there.' : 'The copy is gone there.',
    }
  const { drift } = compared
  if (drift.length === 0) return { name: 'drift', ok: true, detail: 'The copy is as it was pushed.' }
  return { name: 'drift', ok: false, detail: `Changed there: ${drift.join(', ')}.` }
}
