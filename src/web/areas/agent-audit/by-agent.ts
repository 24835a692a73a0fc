import type { AuditRecord } from '#web/operations.ts'

/** Whether an agent called, with a key or as an app, and not a person or Masthead itself. */
export function isByAgent({ credentialType }: Pick<AuditRecord, 'credentialType'>): boolean {
  return credentialType === 'api_key' || credentialType === 'oauth'
}
