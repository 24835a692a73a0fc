import { z } from 'zod'

import { jsonOf, request, faultOf } from '#connectors/request.ts'
import { type Connection, providerNames } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import type { Fetched, FetchRules } from '#kernel/http.ts'

export const label = providerNames.wordpress

type Query = Readonly<Record<string, string>>
type Call = Omit<FetchRules, 'body'> & { query?: Query; json?: unknown; bytes?: Uint8Array<ArrayBuffer> }

/** How a site is asked: by `/wp-json` or, with plain permalinks, by `?rest_route=`. Known per site while the process lives. */
const pretty = new Map<string, boolean>()
const mostSites = 1000

/**
 * One call of the REST API (developer.wordpress.org/rest-api), with the application password. Returns the JSON of a 2xx. Errors:
 * `auth` for 401, `forbidden`, `notFound` for 404 and 410 in JSON, `invalid`, `rateLimited`, `unavailable`, also for pages of HTML that
 * hosts put before it.
 */
export async function call(connection: Connection, path: string, given: Call = {}): Promise<unknown> {
  const fetched = await send(connection, path, given)
  const json = jsonOf(fetched)
  if (fetched.status >= 200 && fetched.status < 300 && json !== undefined) return json
  // The site may have moved its API since it was found.
  if (json === undefined) pretty.delete(siteOf(connection))
  throw faultIn(fetched, json)
}

async function send(
  connection: Connection,
  path: string,
  { query = {}, json, bytes, ...rules }: Call,
): Promise<Fetched> {
  const method = rules.method ?? 'GET'
  const body = bytes ?? (json === undefined ? undefined : JSON.stringify(json))
  return request(connection, addressOf(connection, path, { query, isPretty: await isPretty(connection) }), {
    ...rules,
    method,
    // A write that is redirected would arrive as a read.
    redirects: method === 'GET' ? 3 : 0,
    headers: {
      ...headersOf(connection),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...rules.headers,
    },
    ...(body === undefined ? {} : { body }),
  })
}

async function isPretty(connection: Connection): Promise<boolean> {
  const site = siteOf(connection)
  const known = pretty.get(site)
  if (known !== undefined) return known
  for (const candidate of [true, false]) {
    const address = addressOf(connection, '/', { query: {}, isPretty: candidate })
    const fetched = await request(connection, address, { headers: headersOf(connection) })
    if (fetched.status === 429 || fetched.status >= 500) throw faultOf(label, fetched)
    const index = jsonOf(fetched)
    if (typeof index !== 'object' || index === null) continue
    if (!('namespaces' in index) && !('code' in index)) continue
    if (pretty.size >= mostSites) pretty.clear()
    pretty.set(site, candidate)
    return candidate
  }
  // A page of maintenance or of a firewall says nothing about the site: what waits is tried again.
  throw new ConnectorFault('unavailable', 'There is no REST API of WordPress at this address.', {
    reason: 'no_rest_api',
  })
}

function addressOf(
  connection: Connection,
  path: string,
  { query, isPretty: isPrettySite }: { query: Query; isPretty: boolean },
): string {
  const site = siteOf(connection)
  const url = new URL(isPrettySite ? `${site}/wp-json${path}` : `${site}/?rest_route=${encodeURIComponent(path)}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

const siteOf = ({ settings }: Connection): string => (settings['siteUrl'] ?? '').replace(/\/+$/, '')

// Spaces of an application password are for reading only.
function headersOf({ secret }: Connection): Record<string, string> {
  const user = secret['username']?.reveal() ?? ''
  const password = (secret['applicationPassword']?.reveal() ?? '').replaceAll(/\s/g, '')
  return {
    accept: 'application/json',
    authorization: `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`,
  }
}

/** A term that was to be made is there already. */
export class TermExists extends ConnectorFault {
  readonly termId: number

  constructor(termId: number) {
    super('invalid', `${label} has this term already (term_exists).`, { reason: 'term_exists' })
    this.termId = termId
  }
}

function faultIn(fetched: Fetched, json: unknown): ConnectorFault {
  const { status } = fetched
  const { code, message, data: { params, term_id: termId } = { params: {} } } = refused.safeParse(json).data ?? {}
  if (status >= 300 && status < 400)
    return new ConnectorFault('invalid', 'The site redirects writes: connect it by its final address.', {
      reason: 'redirected',
      httpStatus: status,
    })
  // Hosts and firewalls answer in HTML; that says nothing about the credential or the content (integrations.md#the-service-says-gone).
  if (json === undefined && status !== 401 && status !== 429)
    return faultOf(label, fetched, { kind: 'unavailable', reason: 'no_json' })
  // A route that is switched off says nothing about the posts behind it.
  if (code === 'rest_no_route') return faultOf(label, fetched, { kind: 'unavailable', reason: code })
  const [field, about] = Object.entries(params)[0] ?? []
  if (code === 'term_exists' && termId !== undefined) return new TermExists(termId)
  return faultOf(label, fetched, { reason: code, field, said: typeof about === 'string' ? about : message })
}

const refused = z.object({
  code: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  data: z
    .object({ params: z.record(z.string(), z.unknown()).catch({}), term_id: z.int().optional().catch(undefined) })
    .catch({ params: {} }),
})
