import { createApiKey } from './operations/create-api-key.ts'
import { listApiKeys } from './operations/list-api-keys.ts'
import { revokeApiKey } from './operations/revoke-api-key.ts'
import { listMyOrganizations } from './procedures/list-my-organizations.ts'
import { signUp } from './procedures/sign-up.ts'
import { switchOrganization } from './procedures/switch-organization.ts'

export { limitTries } from './limit-tries.ts'
export { apiKeyStart, hashOfApiKey } from './api-key-secret.ts'
export { addApiKey } from './api-keys.ts'
export { type Identity, identifyApiKey, identifySession } from './credentials.ts'
export { createLastUsed } from './last-used.ts'
export { createPasswords } from './passwords.ts'
export { freeSlug } from './organization-slugs.ts'
export { objectionToPassword } from './password-rules.ts'
export { addPerson, emailKey, isEmail, personOfSession, type SignedInPerson } from './people.ts'
export { setPlan } from './plan.ts'
export { hashOf, isToken, newToken } from './secrets.ts'
export { closeSession, openSession, showOrganization, touchSession } from './sessions.ts'
export { type Installation, isSetUpNeeded, isSetUpToken, type NewPair, newSetUpToken, setUp } from './set-up.ts'
export { elevate, signIn, type SignInParts } from './sign-in.ts'

export const operations = [createApiKey, listApiKeys, revokeApiKey] as const
export const procedures = [listMyOrganizations, signUp, switchOrganization] as const
