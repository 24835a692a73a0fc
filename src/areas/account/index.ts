import { createApiKey } from './operations/create-api-key.ts'
import { listApiKeys } from './operations/list-api-keys.ts'
import { revokeApiKey } from './operations/revoke-api-key.ts'
import { changeEmail } from './procedures/change-email.ts'
import { changePassword } from './procedures/change-password.ts'
import { confirmMfa } from './procedures/confirm-mfa.ts'
import { disableMfa } from './procedures/disable-mfa.ts'
import { enrollMfa } from './procedures/enroll-mfa.ts'
import { getAccountSecurity } from './procedures/get-account-security.ts'
import { listMyOrganizations } from './procedures/list-my-organizations.ts'
import { listSessions } from './procedures/list-sessions.ts'
import { newRecoveryCodes } from './procedures/new-recovery-codes.ts'
import { requestEmailVerification } from './procedures/request-email-verification.ts'
import { requestPasswordReset } from './procedures/request-password-reset.ts'
import { resetPassword } from './procedures/reset-password.ts'
import { revokeSession } from './procedures/revoke-session.ts'
import { signOutEverywhere } from './procedures/sign-out-everywhere.ts'
import { switchOrganization } from './procedures/switch-organization.ts'
import { verifyEmail } from './procedures/verify-email.ts'

export { apiKeyStart, hashOfApiKey } from './api-key-secret.ts'
export { addApiKey } from './api-keys.ts'
export { type Identity, identifyApiKey, identifySession } from './credentials.ts'
export { createLastUsed } from './last-used.ts'
export { createPasswords } from './passwords.ts'
export { personOfSession, type SignedInPerson } from './people.ts'
export { setPlan } from './plan.ts'
export { newPasswordLink } from './password-link.ts'
export { hasCompletedSecondFactor } from './second-factor.ts'
export { hashOf, isToken } from './secrets.ts'
export { closeSession, openSession, showOrganization, touchSession } from './sessions.ts'
export { type Installation, isSetUpNeeded, isSetUpToken, type NewPair, newSetUpToken, setUp } from './set-up.ts'
export { elevate, type RecoveryCodeUse, signIn, type SignInParts } from './sign-in.ts'

export const operations = [createApiKey, listApiKeys, revokeApiKey] as const
export const procedures = [
  changeEmail,
  changePassword,
  confirmMfa,
  disableMfa,
  enrollMfa,
  getAccountSecurity,
  listMyOrganizations,
  listSessions,
  newRecoveryCodes,
  requestEmailVerification,
  requestPasswordReset,
  resetPassword,
  revokeSession,
  signOutEverywhere,
  switchOrganization,
  verifyEmail,
] as const
