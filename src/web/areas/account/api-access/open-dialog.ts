import { isKey, type KeyAgent, reducedScopes } from '#web/areas/account/api-access/agent-words.ts'
import type { FreshKey } from '#web/areas/account/api-access/key-secret.tsx'
import type { ConnectedAgent, Scope } from '#web/operations.ts'

/** The dialog that is open. */
export type OpenDialog =
  | { what: 'create'; like?: { name: string; scopes: readonly Scope[] } }
  | { what: 'secret'; key: FreshKey }
  | { what: 'rotate' | 'switch'; key: KeyAgent }
  | { what: 'revoke'; keys: readonly KeyAgent[] }
  | { what: 'change' | 'reduce' | 'disconnect'; agent: ConnectedAgent }

/** What reduces an agent to what it used. The scopes of a key are fixed: a new one takes its place. */
export function reducing(agent: ConnectedAgent): OpenDialog {
  if (!isKey(agent)) return { what: 'reduce', agent }
  return { what: 'create', like: { name: agent.name, scopes: reducedScopes(agent) ?? agent.scopes } }
}
