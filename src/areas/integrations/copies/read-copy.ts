import type { CmsConnector, CmsCopy, CmsField, FieldMapping } from '#kernel/cms-connector.ts'
import type { Connection } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'

/** A service that keeps copies, opened with the credential of an integration. */
export type OpenedCms = { connector: CmsConnector; connection: Connection }

/** A copy was changed there since we wrote it last. */
export class RemoteChanged extends Error {
  readonly fields: readonly CmsField[]

  constructor(fields: readonly CmsField[]) {
    super('the copy was changed there')
    this.fields = fields
  }
}

/** The copy that we know of is gone there. */
export class Detached extends Error {}

/** How often a copy is read again because somebody saved or removed it after it was read. */
const mostRereads = 2

/** Reads a copy and does something to it; again where it is no longer the one that was read. Throws `Detached` where it is gone. */
export async function onLatest<T>(
  read: { externalId: string; mapping: FieldMapping },
  opened: OpenedCms,
  act: (current: CmsCopy) => Promise<T>,
): Promise<T> {
  for (let rereads = 0; ; rereads++) {
    const current = await readCopy(read, opened)
    try {
      return await act(current)
    } catch (error) {
      const isOther = error instanceof ConnectorFault && (error.kind === 'conflict' || error.kind === 'notFound')
      if (!isOther || rereads === mostRereads) throw error
    }
  }
}

/** The copy as it is there now. Throws `Detached` where it is gone. */
export async function readCopy(
  { externalId, mapping }: { externalId: string; mapping: FieldMapping },
  { connector, connection }: OpenedCms,
): Promise<CmsCopy> {
  try {
    const found = await connector.fetch(connection, externalId, mapping)
    if (found.state === 'trashed') throw new Detached('the copy is in the trash there')
    return found
  } catch (error) {
    if (error instanceof ConnectorFault && error.kind === 'notFound') throw new Detached('the copy is gone there')
    throw error
  }
}
