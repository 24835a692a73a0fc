import { type Settings, getSettings } from '#areas/organizations/index.ts'
import type { ItemRow } from '#areas/content/items.ts'
import type { OrganizationFacts } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'

import { checkItem } from './check-item.ts'
import type { PublishingWarning } from './warning.ts'

type Ctx = { db: Reader; access: { organization: Pick<OrganizationFacts, 'id'> }; baseUrl: string }
type Choice = {
  /** What a check of this very row found; left out: it is checked, if the policy asks for it. */
  warnings?: readonly PublishingWarning[]
  settings?: Settings
  /** Codes that the caller accepts: every open error must be among them. */
  acceptWarnings?: readonly string[] | undefined
  /** For operations that cannot accept: they name the one that can. Default true. */
  namesAlternative?: boolean
}

/**
 * Refuses with `blocked_by_policy` what goes live, or is to go live later, with open warnings of severity error, where the
 * organization's policy says so (operations.md 4). The row is as it would be published; the details have the open errors.
 */
export async function requireNoBlockingWarnings(ctx: Ctx, row: ItemRow, choice: Choice = {}): Promise<void> {
  const { publishingPolicy } = choice.settings ?? (await getSettings(ctx.db))
  if (publishingPolicy.minWarningsSeverityToBlock !== 'error') return
  const warnings = choice.warnings ?? (await checkItem(ctx, row))
  const accepted = new Set(choice.acceptWarnings)
  const open = warnings.filter(({ severity, code }) => severity === 'error' && !accepted.has(code))
  if (open.length === 0) return
  const codes = open.map(({ code }) => code).join(', ')
  throw new Refusal(
    'blocked_by_policy',
    `The organization publishes nothing with open errors: ${codes}. Mend them, or accept each by its code with publishItem.`,
    {
      minWarningsSeverityToBlock: 'error',
      errors: open,
      ...(choice.namesAlternative === false ? {} : { alternative: { operation: 'publishItem' } }),
    },
  )
}
