import { changeGrantScopes } from './operations/change-grant-scopes.ts'
import { revokeGrant } from './operations/revoke-grant.ts'

export { accessTokenStart, hashOfAccessToken, identifyAccessToken, refreshTokenStart } from './access-tokens.ts'
export { grantStatusColumn } from './grants.ts'
export { removeExcessClients, removeExpiredPayloads, removeUnusedClients } from './oauth-clients.ts'
export {
  addGrant,
  findGrantOwner,
  type GrantableOrganization,
  grantableOrganizations,
  type GrantEnd,
  type GrantOwner,
  isGrantAlive,
  lastChoices,
  markGrantEnded,
} from './oauth-grants.ts'
export {
  bindConsent,
  consumePayload,
  findPayload,
  removePayload,
  removePayloadsOfGrant,
  savePayload,
  scopesAtConsent,
  type StoredPayload,
  unbindConsent,
} from './oauth-payloads.ts'

export const operations = [revokeGrant, changeGrantScopes] as const
