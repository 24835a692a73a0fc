/** The reasons for keeping a procedure from agents (calls.md#exposed-or-excluded). */
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
