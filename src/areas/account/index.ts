import { createApiKey } from './operations/create-api-key.ts'
import { getBillingStatus } from './operations/get-billing-status.ts'
import { getProfile } from './operations/get-profile.ts'
import { listApiKeys } from './operations/list-api-keys.ts'
import { listCreditTransactions } from './operations/list-credit-transactions.ts'
import { revokeApiKey } from './operations/revoke-api-key.ts'
import { rotateApiKey } from './operations/rotate-api-key.ts'
import { setApiKeyDisabled } from './operations/set-api-key-disabled.ts'
import { setKeyPolicy } from './operations/set-key-policy.ts'
import { updateProfile } from './operations/update-profile.ts'
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
import { signUp } from './procedures/sign-up.ts'
import { switchOrganization } from './procedures/switch-organization.ts'
import { verifyEmail } from './procedures/verify-email.ts'

export { limitTries } from './sign-in/limit-tries.ts'
export { apiKeyStart, hashOfApiKey } from './keys/api-key-secret.ts'
export {
  counted,
  type CredentialIdentity,
  type Identity,
  identifyApiKey,
  identifySession,
  ownerStays,
} from './credentials.ts'
export { keepInstallationValue } from './sign-in/installation-values.ts'
export { grantCredits, organizationBySlug } from './credits/credits.ts'
export { refundCredits, reserveCredits, settleCredits } from './credits/credits.ts'
export { createLastUsed } from './keys/last-used.ts'
export { findOrganization, organizationColumns, organizationFacts } from './organization-facts.ts'
export { createPasswords } from './sign-in/passwords.ts'
export { freeSlug } from './organization-slugs.ts'
export { objectionToPassword } from './sign-in/password-rules.ts'
export { addPerson, isUserEnabled, markVerified, personOfSession, type SignedInPerson } from './people/people.ts'
export { emailKey, emailKeys, emailText } from './people/email-address.ts'
export { disconnectAgents } from './disconnect-agents.ts'
export { keepAudit } from './keep-audit.ts'
export { type PlanChanged, setPlan } from './credits/plan.ts'
export { rolesOfSessions, type ShownOrganization } from './sign-in/session-roles.ts'
export { newPasswordLink } from './sign-in/password-link.ts'
export { hasCompletedSecondFactor } from './sign-in/second-factor.ts'
export { closeSession, isTouchDue, openSession, showOrganization, touchSession } from './sign-in/sessions.ts'
export { type Installation, isSetUpNeeded, isSetUpToken, type NewPair, newSetUpToken, setUp } from './sign-in/set-up.ts'
export { warnOfExpiry } from './keys/warn-of-expiry.ts'
export { elevate, type RecoveryCodeUse, signIn, type SignInParts } from './sign-in/sign-in.ts'

export const operations = [
  createApiKey,
  rotateApiKey,
  listApiKeys,
  revokeApiKey,
  setApiKeyDisabled,
  setKeyPolicy,
  getProfile,
  updateProfile,
  getBillingStatus,
  listCreditTransactions,
] as const

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
  signUp,
  signOutEverywhere,
  switchOrganization,
  verifyEmail,
] as const
