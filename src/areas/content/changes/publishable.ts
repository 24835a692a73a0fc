import type { ItemRow } from '#areas/items/index.ts'
import type { Settings } from '#areas/organizations/index.ts'
import { type Provider, providerNames } from '#kernel/connection.ts'
import { type Code, Refusal } from '#kernel/errors.ts'

/** What an operation that makes items public may be refused with, by their collection and by `requirePublishable`. */
export const refusalsOfPublishing = [
  'collection_disabled',
  'plan_required',
  'blocked_by_policy',
  'not_connected',
  'auth_expired',
] as const satisfies readonly Code[]

/** Refuses what may not go live: the content belongs to another CMS, or an approval is missing (publishing.md#edits-take-approvals-away). */
export function requirePublishable(
  { contentMode, contentConnection, publishingPolicy }: Settings,
  row: Pick<ItemRow, 'review_state'> | undefined,
): void {
  if (contentMode !== 'headless') requireConnection(contentMode, contentConnection)
  if (publishingPolicy.requireApproval && row?.review_state !== 'approved') {
    throw new Refusal(
      'blocked_by_policy',
      'The organization publishes approved items only, and this one is not approved.',
      {
        requireApproval: true,
        reviewState: row?.review_state ?? 'none',
      },
    )
  }
}

function requireConnection(contentMode: Provider, state: Settings['contentConnection']): void {
  if (state === 'connected' || state === 'degraded') return
  const name = providerNames[contentMode]
  if (state === 'auth_expired')
    throw new Refusal('auth_expired', `Content goes to ${name}, which refuses the stored credential.`, {
      howToFix: 'A person renews the credential in Settings > Integrations.',
    })
  if (state === 'pending')
    throw new Refusal('not_connected', `Content goes to ${name}, and nobody has chosen where articles go there.`, {
      howToFix: 'Choose the target: selectIntegrationTarget, or the connection in Settings > Integrations.',
      alternative: { operation: 'selectIntegrationTarget' },
    })
  throw new Refusal('not_connected', `Content goes to ${name}, which is not connected.`, {
    howToFix: 'Set contentMode to headless, or connect the CMS in Settings > Integrations.',
    alternative: { operation: 'updateOrganizationSettings' },
  })
}
