import { type Selectable, sql, type UpdateObject } from 'kysely'

import type { CmsField } from '#kernel/cms-connector.ts'
import type { Provider, SelectedTarget } from '#kernel/connection.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { isId } from '#kernel/ids.ts'
import type { Tables } from '#kernel/tables.ts'
import { nextVersion } from '#kernel/version.ts'

declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'integration.settings': Record<string, string>
    'integration.target': SelectedTarget
    'integration.site': SelectedTarget
    'integration.mapping': Partial<Record<CmsField, string | null>>
    'integration.last_error': { code: string; message: string; at: string }
  }
}

/** A connected service, as it is stored. */
export type IntegrationRow = Selectable<Tables['integration']>

/** States of one that notices may go to. */
export const noticeStates = [
  'connected',
  'degraded',
  'auth_expired',
] as const satisfies readonly IntegrationRow['state'][]

/** Chats of one organization at most. */
export const mostChats = 20

/** An integration by id. Errors: `not_found`. */
export async function getIntegrationRow(db: Reader, id: string): Promise<IntegrationRow> {
  return existing(id, await db.selectFrom('integration').selectAll().where('id', '=', id).executeTakeFirst())
}

/** The same, locked until the transaction ends. */
export async function lockIntegration(db: Writer, id: string): Promise<IntegrationRow> {
  const found = await db.selectFrom('integration').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return existing(id, found)
}

function existing(id: string, row: IntegrationRow | undefined): IntegrationRow {
  if (row !== undefined) return row
  throw new Refusal('not_found', 'There is no such integration. listIntegrations names them.', {
    id: isId('integration', id) ? id : id.slice(0, 200),
  })
}

/** The integration of a provider of which an organization has one; undefined where it has none. */
export function findOfProvider(db: Reader, provider: Provider): Promise<IntegrationRow | undefined> {
  return db.selectFrom('integration').selectAll().where('provider', '=', provider).limit(1).executeTakeFirst()
}

/** Changes an integration; it has the next version. */
export async function changeIntegration(
  db: Writer,
  id: string,
  changes: UpdateObject<Tables, 'integration'>,
): Promise<IntegrationRow> {
  return db
    .updateTable('integration')
    .set({ ...changes, ...nextVersion, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
