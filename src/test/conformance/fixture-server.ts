import { createAdmission } from '#catalog/admit.ts'
import { createDispatcher } from '#faces/mcp/dispatcher.ts'
import { createGate } from '#faces/mcp/gate.ts'
import { listening } from '#faces/mcp/listen.ts'
import { discoverServer, initialize, ping } from '#faces/mcp/methods.ts'
import type { Method } from '#faces/mcp/protocol.ts'
import { silentLog } from '#kernel/log.ts'
import { scopes } from '#kernel/scope.ts'
import { createHttpServer } from '#main/http/http-server.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { memoryLimiter } from '#platform/limiter/memory.ts'

import { fixturePrompts } from './fixture-prompts.ts'
import { fixtureResources } from './fixture-resources.ts'
import { fixtureTools } from './fixture-tools.ts'

/**
 * The protocol of the product (its dispatcher, host and origin rules, credentials, subscriptions and HTTP server) with the tools,
 * prompts and resources that the official suite calls by name. `keyId` is the key whose rights change when the suite asks for a
 * change of the list.
 */
export async function openFixtureServer(database: TenantDatabase, keyId: string) {
  let url = ''
  const baseUrl = () => url
  const admission = createAdmission({
    database,
    limiter: memoryLimiter(),
    failures: memoryLimiter(),
    baseUrl,
    log: silentLog,
  })
  const listen = listening({
    look: (credentials) => admission.byHeaders({ ...credentials, uncounted: true }),
    stateOf: async () => undefined,
    watch: () => () => {},
    log: silentLog,
    times: { keepAlive: 25_000, gap: 20, poll: 20, mayBeUnseen: 60_000 },
  })

  let isNarrow = false
  async function changeTools(): Promise<void> {
    isNarrow = !isNarrow
    const granted = scopes.slice(0, isNarrow ? 1 : scopes.length)
    await database.asIdentity((db) =>
      db.updateTable('auth.api_keys').set({ scopes: granted }).where('id', '=', keyId).execute(),
    )
  }

  const methods = new Map<string, Method>([
    ['initialize', initialize],
    ['ping', ping],
    ['server/discover', discoverServer],
    ...fixtureTools({ changeTools }),
    ...fixtureResources(),
    ...fixturePrompts(),
    ['subscriptions/listen', listen.method],
  ])
  const dispatch = createDispatcher({
    gate: createGate({ baseUrl, boundTo: '127.0.0.1', allowedHosts: [], allowedOrigins: [] }),
    admission,
    methods,
    serverInfo: { name: 'fixture', title: 'Fixture catalog', version: '1.0.0' },
    onRefused: async () => {},
    log: silentLog,
  })
  const server = createHttpServer({ dispatch, log: silentLog, limits: { maxConnections: 1000, trustedProxies: [] } })
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${port}`
  return {
    url,
    async close() {
      listen.close()
      await server.close({ delaySeconds: 0 })
      await admission.close()
    },
  }
}
