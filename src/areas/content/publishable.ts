import type { Settings } from '#areas/organizations/index.ts'
import { Refusal } from '#kernel/errors.ts'

import type { ItemRow } from './items.ts'

/** Refuses what may not go live: the content belongs to another CMS, or an approval is missing (publishing.md#edits-take-approvals-away). */
export function requirePublishable(
  { contentMode, publishingPolicy }: Settings,
  row: Pick<ItemRow, 'review_state'> | undefined,
): void {
  if (contentMode !== 'headless') {
    throw new Refusal('not_connected', `The content mode is ${contentMode}, and no such CMS is connected.`, {
      howToFix: 'Set contentMode to headless, or connect the CMS in Settings > Integrations.',
      alternative: { operation: 'updateOrganizationSettings' },
    })
  }
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
