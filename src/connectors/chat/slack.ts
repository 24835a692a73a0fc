import { z } from 'zod'

import { authorizeAddress, tokenFor } from '#connectors/authorization.ts'
import { addressAt, faultOf, jsonOf, parsed, request } from '#connectors/request.ts'
import { type Connection, providerNames, type Target } from '#kernel/connection.ts'
import { ConnectorFault, type FaultKind } from '#kernel/connector-fault.ts'
import { connector } from '#kernel/connector.ts'
import type { Fetched } from '#kernel/http.ts'

import { addressOfHook, hostOfHook, webhookUrl } from './webhook-url.ts'

const label = providerNames.slack
const mostChannels = 1000

/** Slack answers 200 with `ok: false` and a code: what each means here. */
const kinds: Readonly<Record<string, FaultKind>> = {
  invalid_auth: 'auth',
  not_authed: 'auth',
  account_inactive: 'auth',
  token_revoked: 'auth',
  token_expired: 'auth',
  ratelimited: 'rateLimited',
  internal_error: 'unavailable',
  fatal_error: 'unavailable',
  service_unavailable: 'unavailable',
}

/** What a bot needs: to write, and to name the channels that it may write to. */
const scopes = ['chat:write', 'channels:read']
/** What it can do without: to name private channels that it was invited to. */
const scopesAsked = [...scopes, 'groups:read']

const channels = z.object({
  channels: z.array(z.object({ id: z.string(), name: z.string() })),
  response_metadata: z.object({ next_cursor: z.string().default('') }).optional(),
})

const account = z.object({ team: z.string(), user: z.string() })
const sent = z.object({ ts: z.string().optional() })
const outcome = z.object({ ok: z.boolean(), error: z.string().optional() })

/** Slack by a bot token, or by the address of one incoming webhook. */
export const slack = connector({
  provider: 'slack',
  kind: 'chat',
  label,
  settings: z.object({}),
  secret: z
    .object({
      botToken: z
        .string()
        .min(10)
        .max(400)
        .optional()
        .meta({
          title: 'Bot token',
          description: `Begins with xoxb-; needs ${scopes.join(' and ')}, and groups:read for private channels`,
        }),
      webhookUrl: webhookUrl('Instead of a token: an incoming webhook of one channel').optional(),
    })
    .refine((given) => (given.botToken === undefined) !== (given.webhookUrl === undefined), {
      path: ['botToken'],
      message: 'Give exactly one of the bot token and the webhook address',
    }),
  targets: (fields) => (fields.includes('botToken') ? ['channel'] : []),
  endsAt: 'Manage apps',
  oauth: {
    scopes,
    authorizeUrl: (connection, { clientId, redirectUri, state }) =>
      authorizeAddress(connection, 'https://slack.com/oauth/v2/authorize', {
        client_id: clientId,
        scope: scopesAsked.join(','),
        redirect_uri: redirectUri,
        state,
      }),
    async exchange(connection, given) {
      const address = 'https://slack.com/api/oauth.v2.access'
      const { token, scopes: agreed } = await tokenFor(connection, { label, address }, given)
      return { secret: { botToken: token }, scopes: agreed }
    },
    async revoke(connection) {
      await call(connection, 'auth.revoke', {}).catch((error: unknown) => {
        const isGone = error instanceof ConnectorFault && error.kind === 'auth'
        if (!isGone) throw error
      })
    },
  },
  addresses: ({ secret: { webhookUrl: address } }) => (address === undefined ? [] : [address]),

  async probe(connection) {
    if (connection.secret['botToken'] === undefined) {
      const host = hostOfHook(hookOf(connection))
      return { connectedAs: host, capabilities: ['send'], checks: [untried] }
    }
    const { team, user } = parsed(account, await call(connection, 'auth.test', {}), label)
    const detail = `Signed in to ${team} as ${user}.`
    return { connectedAs: `${user} in ${team}`, capabilities: ['send'], checks: [{ name: 'read', ok: true, detail }] }
  },

  async listTargets(connection) {
    try {
      return await channelsOf(connection, 'public_channel,private_channel')
    } catch (error) {
      if (!(error instanceof ConnectorFault) || error.reason !== 'missing_scope') throw error
      return channelsOf(connection, 'public_channel')
    }
  },

  async send(connection, { text, channelId }) {
    if (connection.secret['botToken'] === undefined) {
      const fetched = await postJson(connection, hookOf(connection), { text: escaped(text), mrkdwn: false })
      if (fetched.status === 200) return { externalId: null }
      throw hookFault(fetched)
    }
    const channel = channelId ?? connection.target?.externalId ?? ''
    const { address, headers } = methodOf(connection, 'chat.postMessage')
    const message = { channel, text: escaped(text), mrkdwn: false, unfurl_links: false }
    const { ts = null } = parsed(sent, okOf(await postJson(connection, address, message, headers)), label)
    return { externalId: ts }
  },
})

async function channelsOf(connection: Connection, types: string): Promise<Target[]> {
  const found: Target[] = []
  let cursor = ''
  do {
    const asked = { types, exclude_archived: 'true', limit: '200' }
    const answer = await call(connection, 'conversations.list', cursor === '' ? asked : { ...asked, cursor })
    const page = parsed(channels, answer, label)
    found.push(...page.channels.map(({ id, name }) => ({ externalId: id, name: `#${name}` })))
    cursor = page.response_metadata?.next_cursor ?? ''
  } while (cursor !== '' && found.length < mostChannels)
  return found.slice(0, mostChannels)
}

/** Without a token nothing can be read: the first message shows whether it works. */
const untried = { name: 'read', ok: true, detail: 'The first message shows whether it arrives.' }

const hookOf = (connection: Connection): string => addressOfHook(connection, ['hooks.slack.com'])

/** No mention and no link can be formed: these three are all that Slack reads as its own besides its Markdown, which `mrkdwn` switches off. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Calls a method that takes a form: most do, and JSON only those that write (docs.slack.dev/apis/web-api). */
async function call(
  connection: Connection,
  method: string,
  fields: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { address, headers } = methodOf(connection, method)
  const body = new URLSearchParams(fields).toString()
  return okOf(
    await request(connection, address, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body,
      redirects: 0,
    }),
  )
}

function methodOf(connection: Connection, method: string) {
  const token = connection.secret['botToken']?.reveal() ?? ''
  const address = addressAt(connection, `https://slack.com/api/${method}`)
  return { address, headers: { authorization: `Bearer ${token}` } }
}

function okOf(fetched: Fetched): unknown {
  const json = jsonOf(fetched)
  if (fetched.status !== 200 || json === undefined) throw faultOf(label, fetched)
  const { ok, error } = parsed(outcome, json, label)
  if (ok) return json
  throw faultOf(label, fetched, { kind: kinds[error ?? ''] ?? 'invalid', reason: error })
}

function postJson(connection: Connection, address: string, body: object, headers: Record<string, string> = {}) {
  const json = { 'content-type': 'application/json; charset=utf-8', ...headers }
  return request(connection, address, { method: 'POST', headers: json, body: JSON.stringify(body), redirects: 0 })
}

// The address itself is the credential: where it no longer exists, it has to be renewed.
function hookFault(fetched: Fetched): ConnectorFault {
  const isGone = [403, 404, 410].includes(fetched.status)
  return faultOf(label, fetched, isGone ? { kind: 'auth' } : {})
}
