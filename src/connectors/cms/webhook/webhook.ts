import { z } from 'zod'

import { faultOf, jsonOf, request } from '#connectors/request.ts'
import { providerNames } from '#kernel/connection.ts'
import type { ConnectorFault } from '#kernel/connector-fault.ts'
import { connector } from '#kernel/connector.ts'
import type { Fetched } from '#kernel/http.ts'
import { url } from '#kernel/schema.ts'
import { signedHeaders } from '#kernel/webhook-signature.ts'

const label = providerNames.webhook
const timeoutMs = 10_000

const answer = z.object({
  externalId: z.union([z.string().min(1).max(400), z.int().transform(String)]).optional(),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional(),
})

/** An endpoint of the organization's own, which gets whole items, signed by Standard Webhooks. */
export const webhook = connector({
  provider: 'webhook',
  kind: 'webhook',
  label,
  settings: z.object({
    url: url().meta({ title: 'Address of the endpoint', description: 'Where items are sent, by POST' }),
  }),
  secret: z.object({
    signingSecret: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, 'Must be whsec_ and the Base64 of 24 to 64 bytes')
      .optional()
      .meta({ title: 'Signing secret', description: 'Left out: one is made and shown once' }),
  }),
  targets: () => [],
  addresses: ({ settings }) => [settings['url'] ?? ''],

  // Connecting sends nothing.
  async probe() {
    const detail = 'Nothing was sent: the first item shows whether it arrives.'
    return { connectedAs: null, capabilities: ['deliver'], checks: [{ name: 'read', ok: true, detail }] }
  },

  async deliver(connection, { id, body, at, isNew }) {
    const signing = connection.secret['signingSecret']
    if (signing === undefined) throw new Error('an item that nobody signs is not sent')
    const fetched = await request(connection, connection.settings['url'] ?? '', {
      method: 'POST',
      headers: signedHeaders({ id, at, body }, [signing]),
      body,
      redirects: 0,
      statusDecides: true,
      timeoutMs,
    })
    const { externalId = null, url: externalUrl = null } = answer.safeParse(jsonOf(fetched)).data ?? {}
    const { status: httpStatus } = fetched
    const isAdopted = isNew && httpStatus === 409 && externalId !== null
    if (isAdopted || (httpStatus >= 200 && httpStatus < 300)) return { externalId, externalUrl, httpStatus, isAdopted }
    throw faultIn(fetched)
  },
})

function faultIn(fetched: Fetched): ConnectorFault {
  const { status } = fetched
  if (status === 403) return faultOf(label, fetched, { kind: 'auth' })
  // An address that is not found may be back soon; only 410 says that it is gone.
  if (status === 404 || status === 408 || status === 425) return faultOf(label, fetched, { kind: 'unavailable' })
  return faultOf(label, fetched)
}
