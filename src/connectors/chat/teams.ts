import { z } from 'zod'

import { faultOf, jsonOf, request } from '#connectors/request.ts'
import { providerNames } from '#kernel/connection.ts'
import { connector } from '#kernel/connector.ts'

import { partsOf } from './parts.ts'
import { addressOfHook, hostOfHook, onlyWebhook } from './webhook-url.ts'

const label = providerNames.teams
/** Bytes of one request. */
const mostBytes = 20_000

const refused = z.object({ error: z.object({ code: z.string().optional(), message: z.string().optional() }) })

/** Microsoft Teams by the address of a workflow that takes webhook requests. */
export const teams = connector({
  provider: 'teams',
  kind: 'chat',
  label,
  settings: z.object({}),
  secret: onlyWebhook('In Teams: Workflows, "When a Teams webhook request is received"'),
  targets: () => [],
  endsAt: 'Workflows of the channel',
  addresses: ({ secret }) => [secret['webhookUrl'] ?? ''],

  async probe(connection) {
    const host = hostOfHook(addressOfHook(connection))
    const detail = 'The first message shows whether it arrives.'
    return { connectedAs: host, capabilities: ['send'], checks: [{ name: 'read', ok: true, detail }] }
  },

  async send(connection, { text }) {
    for (const body of cardsOf(text)) {
      const fetched = await request(connection, addressOfHook(connection), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        redirects: 0,
        statusDecides: true,
      })
      if (fetched.status >= 200 && fetched.status < 300) continue
      const kind = [401, 403, 404, 410].includes(fetched.status) ? ('auth' as const) : undefined
      const { code, message } = refused.safeParse(jsonOf(fetched)).data?.error ?? {}
      throw faultOf(label, fetched, { kind, reason: code, said: message })
    }
    return { externalId: null }
  },
})

/** A text as requests with one card each: one, unless it is too large for that. */
function cardsOf(text: string): string[] {
  const cards: string[] = []
  let rest = text
  do {
    const [part = ''] = partsOf(rest, charactersThatFit(rest))
    cards.push(JSON.stringify(cardOf(part)))
    rest = rest.slice(part.length).trimStart()
  } while (rest !== '')
  return cards
}

/** How much of the beginning of a text fits into one card. */
function charactersThatFit(text: string): number {
  const fits = (count: number) => Buffer.byteLength(JSON.stringify(cardOf(text.slice(0, count)))) < mostBytes
  if (fits(text.length)) return text.length
  let [least, most] = [1, text.length]
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2)
    if (fits(middle)) least = middle
    else most = middle
  }
  return least
}

/** One Adaptive Card 1.4 with the text as it is. */
function cardOf(text: string): object {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [{ type: 'TextBlock', text: escaped(text), wrap: true }],
  }
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }] }
}

// A TextBlock reads Markdown; two line breaks keep one.
const escaped = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]()#+\-.!~<>|]/g, String.raw`\$&`).replaceAll('\n', '\n\n')
