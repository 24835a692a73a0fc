import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'

import type { ItemRow } from './items.ts'

export type Site = {
  siteUrl: string | null
  contentMode: string
  policy: { requireApproval?: boolean; confirmLiveEdits?: boolean }
}

/** What an organization's settings say about its content. */
export async function siteOf(db: Reader): Promise<Site> {
  const row = await db
    .selectFrom('organization_setting')
    .select(['site_url', 'content_mode', 'publishing_policy'])
    .executeTakeFirstOrThrow()
  return { siteUrl: row.site_url, contentMode: row.content_mode, policy: row.publishing_policy as Site['policy'] }
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
  if (policy.requireApproval === true && row?.review_state !== 'approved') {
    throw new Refusal(
      'blocked_by_policy',
      'The organization publishes approved items only, and this one is not approved.',
      { requireApproval: true, reviewState: row?.review_state ?? 'none' },
    )
  }
}
