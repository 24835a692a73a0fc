import { changeGrantScopes } from './operations/change-grant-scopes.ts'
import { createApiKey } from './operations/create-api-key.ts'
import { listApiKeys } from './operations/list-api-keys.ts'
import { revokeApiKey } from './operations/revoke-api-key.ts'
import { revokeGrant } from './operations/revoke-grant.ts'
import { listMyOrganizations } from './procedures/list-my-organizations.ts'
import { switchOrganization } from './procedures/switch-organization.ts'

export { accessTokenStart, hashOfAccessToken, identifyAccessToken, refreshTokenStart } from './access-tokens.ts'
export { apiKeyStart, hashOfApiKey } from './api-key-secret.ts'
export { addApiKey } from './api-keys.ts'
export { grantStatusColumn } from './grants.ts'
export { type CredentialIdentity, type Identity, identifyApiKey, identifySession } from './credentials.ts'
export { keepInstallationValue } from './installation-values.ts'
export { createLastUsed } from './last-used.ts'
export { removeExcessClients, removeExpiredPayloads, removeUnusedClients } from './oauth-clients.ts'
export {
  addGrant,
  markGrantEnded,
  findGrantOwner,
  grantableOrganizations,
  type GrantableOrganization,
  type GrantEnd,
  type GrantOwner,
  isGrantAlive,
  isUserEnabled,
  lastChoices,
} from './oauth-grants.ts'
export {
  bindConsent,
  consumePayload,
  findPayload,
  removePayload,
  removePayloadsOfGrant,
  savePayload,
  type StoredPayload,
  unbindConsent,
} from './oauth-payloads.ts'
export { createPasswords } from './passwords.ts'
export { personOfSession, type SignedInPerson } from './people.ts'
export { setPlan } from './plan.ts'
export { hashOf, isToken } from './secrets.ts'
export { closeSession, openSession, showOrganization, touchSession } from './sessions.ts'
export { type Installation, isSetUpNeeded, isSetUpToken, type NewPair, newSetUpToken, setUp } from './set-up.ts'
export { elevate, signIn, type SignInParts } from './sign-in.ts'

export const operations = [createApiKey, listApiKeys, revokeApiKey, revokeGrant, changeGrantScopes] as const
export const procedures = [listMyOrganizations, switchOrganization] as const
