import { completeResult } from './call-result.ts'
import { instructionsFor } from './instructions.ts'
import { listTime } from './list-tools.ts'
import { legacyVersions, type Method, metaKey, supportedVersions } from './protocol.ts'

const legacyCapabilities = { tools: {}, prompts: {}, resources: {} }
const modernCapabilities = { tools: { listChanged: true }, prompts: {}, resources: { subscribe: true } }

/** Negotiates the version in the older era; nothing of it is remembered for later requests (mcp.md#no-sessions). */
export const initialize: Method = {
  era: 'legacy',
  run({ message, access, serverInfo }) {
    const asked = message.params['protocolVersion']
    const protocolVersion = legacyVersions.find((version) => version === asked) ?? legacyVersions[0]
    const instructions = instructionsFor(access)
    return { result: JSON.stringify({ protocolVersion, capabilities: legacyCapabilities, serverInfo, instructions }) }
  },
}

export const ping: Method = { era: 'legacy', run: () => ({ result: '{}' }) }

/** What the server is, in the newer era. */
export const discoverServer: Method = {
  era: 'modern',
  run(exchange) {
    const { access, serverInfo } = exchange
    const found = {
      supportedVersions,
      capabilities: modernCapabilities,
      serverInfo,
      instructions: instructionsFor(access),
      ttlMs: listTime,
      cacheScope: 'private',
    }
    return { result: JSON.stringify(completeResult(exchange, found, { [metaKey.serverInfo]: serverInfo })) }
  },
}
