import { maskCredentials } from '#kernel/credential-text.ts'
import { isObject } from '#std/objects.ts'

import { faultOf } from './client-metadata.ts'
import type { Fetch } from './parts.ts'

const longest = 64 * 1024

/**
 * How the library reaches out: only for client metadata documents, through the guarded fetch, without redirects
 * (oauth.md#client-documents). Without that it reaches nothing. A document is brought into the form that registration has.
 */
export function documentFetch(guarded: Fetch | undefined): Fetch {
  return async (url, options = {}) => {
    if (guarded === undefined) throw new Error('This installation fetches no client metadata documents')
    const { method = 'GET', headers = {}, signal = null } = options
    const response = await guarded(url, { method, headers, signal, redirect: 'manual' })
    if (response.status !== 200) return response
    const document = parse(await readAtMost(response, longest))
    if (document === undefined || faultOf(document) !== undefined)
      throw new Error('The client metadata document cannot be used')
    return new Response(JSON.stringify(asNative(document)), { status: 200, headers: response.headers })
  }
}

// Its redirect addresses and its name follow the rules for registered clients; its keys and sectors are not fetched.
function asNative({
  scope: _scope,
  jwks_uri: _keys,
  sector_identifier_uri: _sector,
  ...document
}: Record<string, unknown>) {
  const name = document['client_name']
  return {
    ...document,
    ...(typeof name === 'string' ? { client_name: maskCredentials(name) } : {}),
    application_type: 'native',
  }
}

function parse(text: string): Record<string, unknown> | undefined {
  const document: unknown = JSON.parse(text)
  return isObject(document) ? document : undefined
}

async function readAtMost(response: Response, limit: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > limit) throw new Error('The client metadata document is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
