import { type Answer, openStandin, type Request } from './standin.ts'

const slackToken = 'xoxb-token-of-the-stand-in'

/** Slack, Discord and Teams in one: what each of them was told, and answers that tests choose. */
export async function openChat() {
  const messages: { channel: string | undefined; text: string; body: unknown }[] = []
  let slackError: string | undefined
  let scopes = ['chat:write', 'channels:read', 'groups:read']
  const open = Array.from({ length: 450 }, (_, n) => ({ id: `C${n}`, name: `channel-${n}` }))
  const channels = [...open, { id: 'G1', name: 'private-desk' }]

  function route(request: Request): Answer {
    if (request.path.startsWith('/api/webhooks/')) return discord(request)
    if (request.path.startsWith('/api/')) return slack(request)
    if (request.path.startsWith('/services/')) {
      const { text } = JSON.parse(request.body.toString()) as { text: string }
      messages.push({ channel: undefined, text, body: undefined })
      return { status: 200, headers: { 'content-type': 'text/html' } }
    }
    const card = JSON.parse(request.body.toString()) as {
      attachments: { content: { body: { text: string }[] } }[]
    }
    messages.push({ channel: undefined, text: card.attachments[0]?.content.body[0]?.text ?? '', body: card })
    return { status: 202 }
  }

  function slack({ path, headers, body }: Request): Answer {
    if (slackError !== undefined) return { status: 200, json: { ok: false, error: slackError } }
    if (headers.authorization !== `Bearer ${slackToken}`)
      return { status: 200, json: { ok: false, error: 'invalid_auth' } }
    if (path === '/api/auth.revoke') return { status: 200, json: { ok: true, revoked: true } }
    if (path === '/api/auth.test') return { status: 200, json: { ok: true, team: 'Example Press', user: 'masthead' } }
    if (path === '/api/conversations.list') {
      // Only methods that write read JSON: what else comes in it does not count.
      const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
      const asked = new URLSearchParams(isForm ? body.toString() : '')
      const isPrivate = (asked.get('types') ?? '').includes('private_channel')
      if (isPrivate && !scopes.includes('groups:read'))
        return { status: 200, json: { ok: false, error: 'missing_scope', needed: 'groups:read' } }
      const listed = isPrivate ? channels : open
      const from = Number(asked.get('cursor') ?? 0)
      const to = from + Number(asked.get('limit') ?? 100)
      const next_cursor = to < listed.length ? String(to) : ''
      return { status: 200, json: { ok: true, channels: listed.slice(from, to), response_metadata: { next_cursor } } }
    }
    const given = JSON.parse(body.toString()) as { channel?: string; text?: string }
    if (!channels.some(({ id }) => id === given.channel))
      return { status: 200, json: { ok: false, error: 'channel_not_found' } }
    messages.push({ channel: given.channel, text: given.text ?? '', body: given })
    return { status: 200, json: { ok: true, ts: `1700000000.${messages.length}` } }
  }

  function discord({ method, path, body }: Request): Answer {
    if (!path.endsWith('/the-token')) return { status: 401, json: { message: 'Invalid Webhook Token', code: 50_027 } }
    if (method === 'GET') return { status: 200, json: { name: 'Newsroom', channel_id: '1' } }
    const given = JSON.parse(body.toString()) as { content: string; allowed_mentions: object }
    if (given.content.length > 2000) return { status: 400, json: { code: 50_035, message: 'Invalid Form Body' } }
    messages.push({ channel: undefined, text: given.content, body: given })
    return { status: 200, json: { id: String(1000 + messages.length) } }
  }

  const standin = await openStandin(route)
  return {
    ...standin,
    messages,
    /** What Slack answers to everything from now on. */
    slackFails: (error: string | undefined) => void (slackError = error),
    /** What the bot may do in Slack from now on. */
    slackScopes: (next: string[]) => void (scopes = next),
    slack: { provider: 'slack' as const, secret: { botToken: slackToken } },
    slackHook: { provider: 'slack' as const, secret: { webhookUrl: `${standin.url}/services/T0/B0/x` } },
    discord: { provider: 'discord' as const, secret: { webhookUrl: `${standin.url}/api/webhooks/1/the-token` } },
    teams: { provider: 'teams' as const, secret: { webhookUrl: `${standin.url}/workflows/abc` } },
  }
}
