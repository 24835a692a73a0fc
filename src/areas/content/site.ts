import { getSettings, type Settings } from '#areas/organizations/index.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'

import type { ItemRow } from './items.ts'

export type Site = {
  siteUrl: string | null
  contentMode: Settings['contentMode']
  policy: Settings['publishingPolicy']
}

/** What an organization's settings say about its content. */
export async function siteOf(db: Reader): Promise<Site> {
  const { siteUrl, contentMode, publishingPolicy } = await getSettings(db)
  return { siteUrl, contentMode, policy: publishingPolicy }
}

/** Refuses what may not go live: the content belongs to another CMS, or an approval is missing (operations.md 3.14). */
export function requirePublishable(
  { contentMode, policy }: Site,
  row: Pick<ItemRow, 'review_state'> | undefined,
): void {
  if (contentMode !== 'headless') {
    throw new Refusal('not_connected', `The content mode is ${contentMode}, and no such CMS is connected.`, {
      howToFix: 'Set contentMode to headless, or connect the CMS in Settings > Integrations.',
      alternative: { operation: 'updateOrganizationSettings' },
    })
  }
  if (policy.requireApproval && row?.review_state !== 'approved') {
    throw new Refusal(
      'blocked_by_policy',
      'The organization publishes approved items only, and this one is not approved.',
      { requireApproval: true, reviewState: row?.review_state ?? 'none' },
    )
  }
}
