/** The reasons for which a procedure is kept from agents (agent-api.md 1, operations.md 3.13). */
export const exclusions = [
  'auth_internals',
  'oauth_callback',
  'credential_secret_creation',
  'cross_organization',
  'billing_mutation',
  'superadmin',
  'impersonation',
  'internal_diagnostics',
  'raw_data_access',
  'ui_only_state',
] as const
export type Exclusion = (typeof exclusions)[number]
