import type { ErrorChoice, ItemToCheck } from '#kernel/checks.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'

import { checkItem } from './check-item.ts'

/**
 * Refuses open errors with `blocked_by_policy` and lists them in the details. Without such a policy nothing is checked.
 */
export async function requireNoErrors(db: Reader, item: ItemToCheck, choice: ErrorChoice = {}): Promise<void> {
  if (item.settings.publishingPolicy.minWarningsSeverityToBlock !== 'error') return
  const warnings = choice.warnings ?? (await checkItem(db, item)).warnings
  const accepted = new Set(choice.acceptWarnings)
  const open = warnings.filter(({ severity, code }) => severity === 'error' && !accepted.has(code))
  if (open.length === 0) return
  const codes = open.map(({ code }) => code).join(', ')
  throw new Refusal(
    'blocked_by_policy',
    `The organization publishes nothing with open errors: ${codes}. Fix them, or accept each by its code with publishItem.`,
    {
      minWarningsSeverityToBlock: 'error',
      errors: open,
      ...(choice.namesAlternative === false ? {} : { alternative: { operation: 'publishItem' } }),
    },
  )
}
