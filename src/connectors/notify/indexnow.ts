import { z } from 'zod'

import { addressAt, faultOf, rawRequest, request, retryAfterOf } from '#connectors/request.ts'
import { type Connection, providerNames } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import { connector } from '#kernel/connector.ts'
import { url } from '#kernel/schema.ts'

const label = providerNames.indexnow
const publicEndpoint = 'https://api.indexnow.org/indexnow'

/** IndexNow: tells search engines that take part which addresses changed. */
export const indexnow = connector({
  provider: 'indexnow',
  kind: 'indexnow',
  label,
  settings: z.object({
    keyLocation: url()
      .optional()
      .meta({ title: 'Address of the key file', description: 'Left out: <key>.txt at the root of the website' }),
  }),
  secret: z.object({
    key: z
      .string()
      .regex(/^[\dA-Za-z-]{8,128}$/, '8 to 128 letters, digits and hyphens')
      .meta({ title: 'Key', description: 'The text of the key file on the website' }),
  }),
  targets: () => [],
  addresses: ({ settings: { keyLocation } }) => (keyLocation === undefined ? [] : [keyLocation]),

  async probe(connection) {
    const { keyLocation } = connection.settings
    if (keyLocation !== undefined) await readKeyFile(connection, keyLocation)
    const detail =
      keyLocation === undefined
        ? 'The key file is checked before addresses are submitted.'
        : 'The key file answers with the key.'
    return { connectedAs: null, capabilities: ['submit'], checks: [{ name: 'read', ok: true, detail }] }
  },

  endpoint: endpointOf,

  keyLocation({ settings, secret }, siteUrl) {
    if (settings['keyLocation'] !== undefined || siteUrl === null) return settings['keyLocation']
    return `${new URL(siteUrl).origin}/${secret['key']?.reveal() ?? ''}.txt`
  },

  checkKeyFile: readKeyFile,

  async submit(connection, { keyLocation, urls }) {
    const address = endpointOf(connection)
    const key = connection.secret['key']?.reveal() ?? ''
    const fetched = await request(connection, address, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ host: new URL(keyLocation).host, key, keyLocation, urlList: urls }),
      redirects: 0,
      statusDecides: true,
    })
    if (fetched.status === 200 || fetched.status === 202) return { endpoint: address, httpStatus: fetched.status }
    // A refused key is a key file that engines do not find: nothing that a new credential mends by itself.
    throw faultOf(label, fetched, fetched.status === 403 ? { kind: 'invalid' } : {})
  },
})

function endpointOf(connection: Connection): string {
  return addressAt(connection, publicEndpoint)
}

async function readKeyFile(connection: Connection, keyLocation: string): Promise<void> {
  const { status, headers, body } = await rawRequest(connection, keyLocation)
  const key = connection.secret['key']?.reveal() ?? ''
  if (status === 200 && body.toString('utf8').trim() === key) return
  // A website that is busy, or is just being deployed, may have it again in a moment.
  const isPassing = status === 429 || status >= 500
  throw new ConnectorFault(
    isPassing ? 'unavailable' : 'notFound',
    `The key file does not answer with the key (${status}).`,
    { reason: 'key_file', httpStatus: status, retryAfterMs: retryAfterOf(headers.get('retry-after')) },
  )
}
