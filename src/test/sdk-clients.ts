import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

import { allowInBrowser } from './oauth-client.ts'

/** A client of the official libraries with what its users add: a token store, and somebody at a browser. */
export type SdkClient = {
  listTools(): Promise<string[]>
  callTool(name: string, given?: Record<string, unknown>): Promise<ToolResult>
  close(): Promise<void>
}
type ToolResult = { isError?: boolean; structuredContent?: unknown }

/** What a client keeps between its runs, and the addresses that it had to open in a browser. */
export type Store = {
  information: StoredOAuthClientInformation | undefined
  tokens: StoredOAuthTokens | undefined
  discovered: OAuthDiscoveryState | undefined
  verifier: string
  state: string
  opened: string[]
}

export function emptyStore(): Store {
  return {
    information: undefined,
    tokens: undefined,
    discovered: undefined,
    verifier: '',
    state: '',
    opened: [],
  }
}

/** The official libraries and the era that each connection has. */
export const sdks = {
  'client 2.4.0, in the newer era': (url: URL, store: Store) => newer(url, store, 'auto'),
  'client 2.4.0, in the older era': (url: URL, store: Store) => newer(url, store, 'legacy'),
  'sdk 1.32.2': older,
}
export type Sdk = keyof typeof sdks

/** Connects: where the library asks for it, the person signs in and allows, and it connects again. */
export async function openSdkClient(
  sdk: Sdk,
  server: { url: string },
  { store, email }: { store: Store; email: string },
): Promise<SdkClient> {
  let current = sdks[sdk](new URL(`${server.url}/mcp`), store)
  await withPerson(async () => {
    current = sdks[sdk](new URL(`${server.url}/mcp`), store)
    await current.connect()
  })

  /** Does it; if the library opened an address meanwhile, again after the person has been there. */
  async function withPerson<T>(work: () => Promise<T>): Promise<T> {
    const before = store.opened.length
    try {
      return await work()
    } catch (error) {
      const address = store.opened[before]
      if (address === undefined) throw error
      // A second consent has ticks at what was granted before: the person ticks what is new (oauth.md#new-scopes-are-not-ticked).
      const asked = new URL(address).searchParams.get('scope')?.split(' ') ?? []
      const form = before === 0 ? {} : { scope: asked.filter((scope) => scope !== 'offline_access') }
      const callback = await allowInBrowser(server, { address, email, form })
      if (callback.searchParams.get('state') !== store.state)
        throw new Error('Another state came back', { cause: error })
      await current.finish(callback.searchParams)
      return work()
    }
  }

  return {
    listTools: () => withPerson(async () => (await current.client.listTools()).tools.map(({ name }) => name)),
    callTool: (name, given = {}) =>
      withPerson(async () => (await current.client.callTool({ name, arguments: given })) as ToolResult),
    close: () => current.client.close(),
  }
}

const info = { name: 'an-agent', version: '1.0.0' }

function newer(url: URL, store: Store, mode: 'auto' | 'legacy') {
  const client = new Client(info, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(url, { authProvider: providerOf(store) })
  return {
    client,
    connect: () => client.connect(transport),
    finish: (callback: URLSearchParams) => transport.finishAuth(callback),
  }
}

function older(url: URL, store: Store) {
  const client = new OlderClient(info)
  // Its types do not allow for exact optional properties.
  const authProvider = providerOf(store) as NonNullable<ConstructorParameters<typeof OlderTransport>[1]>['authProvider']
  const transport = new OlderTransport(url, authProvider === undefined ? {} : { authProvider })
  return {
    client,
    connect: () => client.connect(transport as Parameters<OlderClient['connect']>[0]),
    finish: (callback: URLSearchParams) => transport.finishAuth(callback.get('code') ?? ''),
  }
}

function providerOf(store: Store): OAuthClientProvider {
  return {
    redirectUrl: 'http://127.0.0.1:33418/callback',
    clientMetadata: {
      client_name: 'An agent of an official library',
      redirect_uris: ['http://127.0.0.1:33418/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => (store.state = crypto.randomUUID()),
    clientInformation: () => store.information,
    saveClientInformation: (information) => void (store.information = information),
    tokens: () => store.tokens,
    saveTokens: (tokens) => void (store.tokens = tokens),
    redirectToAuthorization: (address) => void store.opened.push(address.href),
    discoveryState: () => store.discovered,
    saveDiscoveryState: (discovered) => void (store.discovered = discovered),
    codeVerifier: () => store.verifier,
    saveCodeVerifier: (verifier) => void (store.verifier = verifier),
    invalidateCredentials(what) {
      if (what === 'all' || what === 'client') store.information = undefined
      if (what === 'all' || what === 'tokens') store.tokens = undefined
      if (what === 'all' || what === 'discovery') store.discovered = undefined
    },
  }
}
