import { findOfProvider, type IntegrationRow, requireUsable } from '#areas/integrations/index.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'

/** A property whose rows are kept: by number in rows. `dataThrough`: the last day whose figures are final. */
export type Property = { id: number; externalId: string; dataThrough: string | null }
/** `syncedAt`: when everything up to the day before was read. */
type KeptProperty = Property & { syncedAt: Date | null }

/** The connected Search Console with its property. Errors: `not_connected`, `auth_expired`. */
export async function requireSearchConsole(db: Reader): Promise<{ row: IntegrationRow; externalId: string }> {
  const row = await requireConnected(db)
  requireUsable(row)
  return { row, externalId: row.target?.externalId ?? '' }
}

/**
 * The property whose stored rows answer. What is stored can be read while the credential is refused. Errors: `not_connected`.
 */
export async function requireProperty(db: Reader): Promise<Property> {
  const row = await requireConnected(db)
  return (await findProperty(db, row.target?.externalId ?? '')) ?? noRows(row.target?.externalId ?? '')
}

/** The same, or undefined where nothing is connected. */
export async function connectedProperty(db: Reader): Promise<Property | undefined> {
  const row = await findOfProvider(db, 'google_search_console')
  if (row === undefined || !isConnected(row)) return undefined
  return (await findProperty(db, row.target?.externalId ?? '')) ?? noRows(row.target?.externalId ?? '')
}

/** The Search Console that rows can be fetched from right now. */
export async function usableSearchConsole(db: Reader): Promise<IntegrationRow | undefined> {
  const row = await findOfProvider(db, 'google_search_console')
  return row !== undefined && (row.state === 'connected' || row.state === 'degraded') ? row : undefined
}

/** The number of a property; it gets one where it has none. */
export async function keepProperty(db: Writer, externalId: string): Promise<KeptProperty> {
  const known = await findProperty(db, externalId)
  if (known !== undefined) return known
  // One row of the organization's integration is locked, so that two never take the same number.
  await db.selectFrom('integration').select('id').where('provider', '=', 'google_search_console').forUpdate().execute()
  const raced = await findProperty(db, externalId)
  if (raced !== undefined) return raced
  const { last } = await db
    .selectFrom('search_property')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  const id = (last ?? 0) + 1
  await db.insertInto('search_property').values({ id, external_id: externalId }).execute()
  return { id, externalId, dataThrough: null, syncedAt: null }
}

async function findProperty(db: Reader, externalId: string): Promise<KeptProperty | undefined> {
  const row = await db
    .selectFrom('search_property')
    .select(['id', 'data_through', 'synced_at'])
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return row && { id: row.id, externalId, dataThrough: row.data_through, syncedAt: row.synced_at }
}

const noRows = (externalId: string): Property => ({ id: 0, externalId, dataThrough: null })

const isConnected = ({ state, target }: IntegrationRow): boolean =>
  target !== null && state !== 'disconnected' && state !== 'pending'

async function requireConnected(db: Reader): Promise<IntegrationRow> {
  const row = await findOfProvider(db, 'google_search_console')
  if (row !== undefined && isConnected(row)) return row
  throw new Refusal('not_connected', 'Google Search Console is not connected.', {
    ...(row === undefined ? {} : { integrationId: row.id }),
    howToFix:
      row?.state === 'pending'
        ? 'Select a property with selectIntegrationTarget; listIntegrationTargets names them.'
        : 'A person connects it in Settings > Integrations.',
  })
}

/** Whether an address lies in a property: a domain with all its hosts, or what begins with its address. */
export function isInProperty(externalId: string, address: string): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  if (!externalId.startsWith('sc-domain:')) return url.href.startsWith(externalId)
  const domain = externalId.slice('sc-domain:'.length)
  return url.hostname === domain || url.hostname.endsWith(`.${domain}`)
}
