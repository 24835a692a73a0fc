import { createApiKey } from './operations/create-api-key.ts'
import { listApiKeys } from './operations/list-api-keys.ts'
import { revokeApiKey } from './operations/revoke-api-key.ts'

export { apiKeyStart, hashOfApiKey } from './api-key-secret.ts'
export { addApiKey } from './api-keys.ts'
export { type Identity, identifyApiKey, identifySession, type KeyIdentity } from './credentials.ts'
export { createLastUsed, type LastUsed } from './last-used.ts'
export { createPasswords, type Passwords } from './passwords.ts'
export { personOfSession, type SignedInPerson } from './people.ts'
export { setPlan } from './plan.ts'
export { hashOf, isToken } from './secrets.ts'
export { closeSession, openSession, type SessionToken, showOrganization, touchSession } from './sessions.ts'
export {
  type Installation,
  isSetUpNeeded,
  isSetUpToken,
  type NewPair,
  newSetUpToken,
  type Pair,
  setUp,
} from './set-up.ts'
export { elevate, signIn, type SignInParts } from './sign-in.ts'

export const operations = [createApiKey, listApiKeys, revokeApiKey] as const
