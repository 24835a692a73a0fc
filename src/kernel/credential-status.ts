/** The states of what an agent signs in with: of a key, and of a grant of an OAuth client. Only an active one is accepted. */
export const credentialStatuses = ['active', 'expired', 'disabled', 'revoked'] as const
export type CredentialStatus = (typeof credentialStatuses)[number]
