import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

import { faultOf, jsonOf, parsed, request } from '#connectors/request.ts'
import { type Connection, providerNames } from '#kernel/connection.ts'
import type { ConnectorFault } from '#kernel/connector-fault.ts'
import { connector } from '#kernel/connector.ts'
import type { Fetched } from '#kernel/http.ts'

import { partsOf } from './parts.ts'
import { addressOfHook, onlyWebhook } from './webhook-url.ts'

const label = providerNames.discord
/** How long the rest of a message may wait for its turn. */
const longestPauseMs = 10_000
/** Characters of one message. */
const longest = 2000

const hook = z.object({ name: z.string().nullish() })
const sent = z.object({ id: z.string() })
const limited = z.object({ retry_after: z.number() })
const refused = z.object({
  code: z.union([z.number(), z.string()]).transform(String),
  message: z.string().optional().catch(undefined),
  errors: z.record(z.string(), z.unknown()).optional().catch(undefined),
})

/** Discord by the address of a webhook of one channel. */
export const discord = connector({
  provider: 'discord',
  kind: 'chat',
  label,
  settings: z.object({}),
  secret: onlyWebhook('In Discord: settings of the channel, Integrations, Webhooks'),
  targets: () => [],
  endsAt: 'Edit channel, Integrations, Webhooks',
  addresses: ({ secret }) => [secret['webhookUrl'] ?? ''],

  async probe(connection) {
    const fetched = await request(connection, hookOf(connection))
    if (fetched.status !== 200) throw faultIn(fetched)
    // The address of a channel answers, too, with a page (integrations.md#the-service-says-gone).
    const name = parsed(hook, jsonOf(fetched), label).name ?? 'Webhook'
    const checks = [{ name: 'read', ok: true, detail: `Messages arrive as ${name}.` }]
    return { connectedAs: name, capabilities: ['send'], checks }
  },

  async send(connection, { text }) {
    const ids: string[] = []
    const url = new URL(hookOf(connection))
    url.searchParams.set('wait', 'true')
    for (const content of partsOf(text, longest)) {
      const post = () =>
        request(connection, url.href, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ content, allowed_mentions: { parse: [] } }),
          redirects: 0,
        })
      let fetched = await post()
      // What was begun is finished: a whole message sent again would repeat its beginning.
      const waitMs = fetched.status === 429 && ids.length > 0 ? faultIn(fetched).retryAfterMs : undefined
      if (waitMs !== undefined && waitMs <= longestPauseMs) {
        await sleep(waitMs)
        fetched = await post()
      }
      if (fetched.status !== 200 && fetched.status !== 204) throw faultIn(fetched)
      ids.push(sent.safeParse(jsonOf(fetched)).data?.id ?? '')
    }
    const [first = ''] = ids
    return { externalId: first === '' ? null : first }
  },
})

const hookOf = (connection: Connection): string => addressOfHook(connection, ['discord.com'])

function faultIn(fetched: Fetched): ConnectorFault {
  const json = jsonOf(fetched)
  const seconds = limited.safeParse(json).data?.retry_after
  if (fetched.status === 429 && seconds !== undefined)
    return faultOf(label, fetched, { retryAfterMs: Math.ceil(seconds) * 1000 })
  if ([401, 403, 404].includes(fetched.status)) return faultOf(label, fetched, { kind: 'auth' })
  const { code, message, errors = {} } = refused.safeParse(json).data ?? {}
  return faultOf(label, fetched, { reason: code, field: Object.keys(errors)[0], said: message })
}
