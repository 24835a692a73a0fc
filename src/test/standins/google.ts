import { createHash } from 'node:crypto'

import { openStandin, type Request } from './standin.ts'

/** One search result of a day as it was shown; `query: null`: too rare to be named. */
export type Seen = {
  date: string
  page: string
  query: string | null
  country?: string
  device?: string
  clicks: number
  impressions: number
  position: number
}

type Refresh = { token: string; scope: string; access: string; revoked: boolean }

const googleClient = { id: 'masthead-test.apps.googleusercontent.com', secret: 'GOCSPX-test-client-secret' }
const scope = 'https://www.googleapis.com/auth/webmasters.readonly'
const pageSize = 25_000

/**
 * Google's sign-in and Search Console in one: rows that tests seed, permissions that they take back. What is asked of its models goes
 * to another stand-in, since one variable leads to all of Google.
 */
export async function openGoogle({ models }: { models?: string } = {}) {
  const rows: Seen[] = []
  const codes = new Map<string, { challenge: string; scope: string; redirectUri: string }>()
  const grants: Refresh[] = []
  let sites = [
    { siteUrl: 'https://www.example.com/', permissionLevel: 'siteOwner' },
    { siteUrl: 'sc-domain:example.org', permissionLevel: 'siteFullUser' },
    { siteUrl: 'https://foreign.example.net/', permissionLevel: 'siteUnverifiedUser' },
  ]
  const totals = new Map<string, { clicks: number; impressions: number; position: number }>()
  let firstIncomplete: string | undefined
  let granted = scope
  let count = 0

  const standin = await openStandin((request) => {
    const { method, path } = request
    if (models !== undefined && path.startsWith('/v1beta/')) return askModels(models, request)
    if (method === 'GET' && path === '/o/oauth2/v2/auth') return agree(request)
    if (method === 'POST' && path === '/token') return token(new URLSearchParams(request.body.toString()))
    if (method === 'POST' && path === '/revoke') {
      const given = new URLSearchParams(request.body.toString()).get('token')
      for (const grant of grants) if (grant.token === given) grant.revoked = true
      return { status: 200, json: {} }
    }
    const known = grants.some((grant) => `Bearer ${grant.access}` === request.headers.authorization && !grant.revoked)
    if (!known) return { status: 401, json: { error: { code: 401, status: 'UNAUTHENTICATED', errors: [] } } }
    if (method === 'GET' && path === '/webmasters/v3/sites') return { status: 200, json: { siteEntry: sites } }
    if (method === 'POST' && path === '/v1/urlInspection/index:inspect') return inspect(request)
    const [, site = ''] = /^\/webmasters\/v3\/sites\/([^/]+)\/searchAnalytics\/query$/.exec(path) ?? []
    if (!sites.some(({ siteUrl }) => siteUrl === decodeURIComponent(site))) return { status: 403, json: forbidden }
    return query(JSON.parse(request.body.toString()) as Asked)
  })

  /** What Google's page does once a person agrees: back to the application with a code. */
  function agree({ query: asked }: Request) {
    const back = new URL(asked.get('redirect_uri') ?? 'http://invalid.test')
    const code = `4/code-${++count}`
    codes.set(code, {
      challenge: asked.get('code_challenge') ?? '',
      scope: granted,
      redirectUri: asked.get('redirect_uri') ?? '',
    })
    back.searchParams.set('state', asked.get('state') ?? '')
    back.searchParams.set('code', code)
    return { status: 302, headers: { location: back.href }, text: '' }
  }

  function token(given: URLSearchParams) {
    if (given.get('client_id') !== googleClient.id || given.get('client_secret') !== googleClient.secret)
      return { status: 401, json: { error: 'invalid_client' } }
    if (given.get('grant_type') === 'refresh_token') {
      const grant = grants.find((one) => one.token === given.get('refresh_token'))
      if (grant === undefined || grant.revoked) return { status: 400, json: { error: 'invalid_grant' } }
      grant.access = `ya29.access-${++count}`
      return { status: 200, json: answerOf(grant) }
    }
    const code = codes.get(given.get('code') ?? '')
    codes.delete(given.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url')
    if (code === undefined || code.challenge !== challenge || code.redirectUri !== given.get('redirect_uri'))
      return { status: 400, json: { error: 'invalid_grant' } }
    const grant = {
      token: `1//refresh-${++count}`,
      scope: code.scope,
      access: `ya29.access-${++count}`,
      revoked: false,
    }
    grants.push(grant)
    return { status: 200, json: { ...answerOf(grant), refresh_token: grant.token } }
  }

  function query(asked: Asked) {
    const groups = new Map<string, Sum>()
    for (const row of rows) {
      if (row.date < asked.startDate || row.date > asked.endDate) continue
      if (asked.dimensions.includes('query') && row.query === null) continue
      const keys = asked.dimensions.map((dimension) => valueOf(row, dimension))
      const sum = groups.get(keys.join('\n')) ?? { keys, clicks: 0, impressions: 0, weighted: 0 }
      groups.set(keys.join('\n'), sum)
      sum.clicks += row.clicks
      sum.impressions += row.impressions
      sum.weighted += row.impressions * row.position
    }
    const all = [...groups.values()].toSorted((a, b) => b.clicks - a.clicks)
    const page = all.slice(asked.startRow ?? 0, (asked.startRow ?? 0) + Math.min(asked.rowLimit ?? 1000, pageSize))
    const isNamed = asked.dimensions.includes('date') && firstIncomplete !== undefined
    return {
      status: 200,
      json: {
        rows: page.map(({ keys, clicks, impressions, weighted }) => ({
          keys,
          clicks,
          impressions,
          ctr: impressions === 0 ? 0 : clicks / impressions,
          position: impressions === 0 ? 0 : weighted / impressions,
          ...(asked.dimensions.length === 1 ? totals.get(keys[0] ?? '') : {}),
        })),
        responseAggregationType: 'byPage',
        ...(isNamed && asked.endDate >= (firstIncomplete ?? '')
          ? { metadata: { firstIncompleteDate: firstIncomplete } }
          : {}),
      },
    }
  }

  return {
    ...standin,
    rows,
    /** What the totals of a day are where they are not the sums of its pages. */
    totals,
    client: googleClient,
    /** The properties of the account. */
    sites: (next: typeof sites) => void (sites = next),
    /** The first day whose figures may still change. */
    incompleteFrom: (day: string | undefined) => void (firstIncomplete = day),
    /** What people agree to from now on. */
    grants: (next: string) => void (granted = next),
    /** A person takes back what they agreed to. */
    takeBack: () => grants.forEach((grant) => void (grant.revoked = true)),
    /** Access tokens end. */
    endTokens: () => grants.forEach((grant) => void (grant.access = 'ended')),
    isRevoked: () => grants.length > 0 && grants.every(({ revoked }) => revoked),
  }
}

type Asked = { startDate: string; endDate: string; dimensions: string[]; rowLimit?: number; startRow?: number }
type Sum = { keys: string[]; clicks: number; impressions: number; weighted: number }

const forbidden = { error: { code: 403, errors: [{ reason: 'forbidden' }] } }

const answerOf = (grant: Refresh) => ({
  access_token: grant.access,
  expires_in: 3599,
  scope: grant.scope,
  token_type: 'Bearer',
})

async function askModels(models: string, { method, path, query, headers, body }: Request) {
  const key = headers['x-goog-api-key']
  const asked = await fetch(`${models}${path}?${query}`, {
    method,
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'x-goog-api-key': String(key) }) },
    ...(method === 'GET' ? {} : { body: body.toString() }),
  })
  const type = asked.headers.get('content-type') ?? 'application/json'
  return { status: asked.status, text: await asked.text(), headers: { 'content-type': type } }
}

function valueOf(row: Seen, dimension: string): string {
  if (dimension === 'date') return row.date
  if (dimension === 'page') return row.page
  if (dimension === 'query') return row.query ?? ''
  return dimension === 'country' ? (row.country ?? 'usa') : (row.device ?? 'DESKTOP')
}

function inspect({ body }: Request) {
  const { inspectionUrl } = JSON.parse(body.toString()) as { inspectionUrl: string }
  return {
    status: 200,
    json: {
      inspectionResult: {
        indexStatusResult: {
          verdict: 'PASS',
          coverageState: 'Submitted and indexed',
          googleCanonical: inspectionUrl,
          userCanonical: inspectionUrl,
          lastCrawlTime: '2026-01-02T03:04:05Z',
        },
      },
    },
  }
}
