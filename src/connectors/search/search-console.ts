import { z } from 'zod'

import { addressAt, faultOf, jsonOf, parsed, request } from '#connectors/request.ts'
import { type Connection, providerNames, type Target } from '#kernel/connection.ts'
import { ConnectorFault, type FaultKind } from '#kernel/connector-fault.ts'
import { connector } from '#kernel/connector.ts'
import type { Fetched } from '#kernel/http.ts'

import { exchangeCode, revokeGrant, withToken } from './google-token.ts'

const label = providerNames.google_search_console
const scope = 'https://www.googleapis.com/auth/webmasters.readonly'
const api = 'https://searchconsole.googleapis.com'
/** Rows of a page, at most (Search Analytics: query). */
const mostRows = 25_000
/** A page of rows takes a while and is large. */
const rowLimits = { timeoutMs: 60_000, maxBytes: 32_000_000 }
/** How long a used up quota is waited for: its windows are of ten minutes. */
const quotaWaitMs = 15 * 60_000

const sites = z.object({
  siteEntry: z.array(z.object({ siteUrl: z.string(), permissionLevel: z.string() })).default([]),
})

const analytics = z.object({
  rows: z
    .array(
      z.object({
        keys: z.array(z.string()),
        clicks: z.number(),
        impressions: z.number(),
        position: z.number().default(0),
      }),
    )
    .default([]),
  metadata: z
    .object({ firstIncompleteDate: z.string().optional(), first_incomplete_date: z.string().optional() })
    .default({}),
})

const text = z.string().nullish()
const inspected = z.object({
  inspectionResult: z.object({
    indexStatusResult: z
      .object({
        verdict: text,
        coverageState: text,
        googleCanonical: text,
        userCanonical: text,
        lastCrawlTime: text,
      })
      .default({} as never),
  }),
})

/** Google Search Console: what people searched for, and what the index says of an address. */
export const searchConsole = connector({
  provider: 'google_search_console',
  kind: 'search',
  label,
  settings: z.object({}),
  secret: z.object({}),
  targets: () => ['property'],
  endsAt: 'Google Account, Third-party apps and services',
  oauth: {
    scopes: [scope],
    authorizeUrl(connection, { clientId, redirectUri, state, challenge }) {
      const url = new URL(addressAt(connection, 'https://accounts.google.com/o/oauth2/v2/auth'))
      const given = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        access_type: 'offline',
        prompt: 'consent',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value)
      return url.href
    },
    exchange: exchangeCode,
    revoke: revokeGrant,
  },

  async probe(connection) {
    const found = await properties(connection)
    const detail = `${found.length} ${found.length === 1 ? 'property' : 'properties'} can be read.`
    return {
      connectedAs: connection.target?.name ?? null,
      capabilities: ['read'],
      scopesGranted: [scope],
      checks: [{ name: 'read', ok: true, detail }, ...targetCheck(connection, found)],
    }
  },

  listTargets: properties,

  async rows(connection, { day, dimensions, startRow }) {
    const path = `/webmasters/v3/sites/${encodeURIComponent(propertyOf(connection))}/searchAnalytics/query`
    const json = await call(connection, path, {
      startDate: day,
      endDate: day,
      dimensions,
      type: 'web',
      dataState: 'all',
      rowLimit: mostRows,
      startRow,
    })
    const { rows, metadata } = parsed(analytics, json, label)
    const firstIncomplete = metadata.firstIncompleteDate ?? metadata.first_incomplete_date ?? null
    return { rows, isLast: rows.length < mostRows, firstIncomplete }
  },

  async inspect(connection, url) {
    const json = await call(connection, '/v1/urlInspection/index:inspect', {
      inspectionUrl: url,
      siteUrl: propertyOf(connection),
    })
    const { indexStatusResult: found } = parsed(inspected, json, label).inspectionResult
    return {
      verdict: found.verdict ?? null,
      coverageState: found.coverageState ?? null,
      googleCanonical: found.googleCanonical ?? null,
      userCanonical: found.userCanonical ?? null,
      lastCrawlTime: found.lastCrawlTime ?? null,
    }
  },
})

/** The properties that may be read: an unverified one shows nothing. */
async function properties(connection: Connection): Promise<Target[]> {
  const { siteEntry } = parsed(sites, await call(connection, '/webmasters/v3/sites'), label)
  return siteEntry
    .filter(({ permissionLevel }) => permissionLevel !== 'siteUnverifiedUser')
    .map(({ siteUrl }) => ({ externalId: siteUrl, name: siteUrl.replace(/^sc-domain:/, '') }))
}

function targetCheck({ target }: Connection, found: readonly Target[]) {
  if (target === null) return []
  const ok = found.some(({ externalId }) => externalId === target.externalId)
  return [{ name: 'property', ok, detail: ok ? `${target.name} is among them.` : `${target.name} is not among them.` }]
}

function propertyOf({ target }: Connection): string {
  if (target !== null) return target.externalId
  throw new ConnectorFault('invalid', 'No property is selected.', { reason: 'no_property' })
}

async function call(connection: Connection, path: string, body?: object): Promise<unknown> {
  const fetched = await withToken(connection, (headers) =>
    request(connection, addressAt(connection, `${api}${path}`), {
      ...rowLimits,
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      redirects: 0,
    }),
  )
  const json = jsonOf(fetched)
  if (fetched.status === 200 && json !== undefined) return json
  throw faultFrom(fetched, json)
}

const refused = z.object({
  error: z.object({
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
    status: z.string().optional(),
  }),
})

/** A used up quota is 429, or 403 with its reason; both are waited for. */
function faultFrom(fetched: Fetched, json: unknown): ConnectorFault {
  const { data } = refused.safeParse(json)
  const reason = data?.error.errors[0]?.reason ?? data?.error.status
  const isQuota = fetched.status === 429 || (fetched.status === 403 && quotaReasons.has(reason ?? ''))
  const kind: FaultKind | undefined = isQuota ? 'rateLimited' : undefined
  const wait = isQuota && fetched.headers.get('retry-after') === null ? quotaWaitMs : undefined
  return faultOf(label, fetched, { kind, reason, retryAfterMs: wait })
}

const quotaReasons = new Set(['quotaExceeded', 'rateLimitExceeded', 'userRateLimitExceeded', 'dailyLimitExceeded'])
