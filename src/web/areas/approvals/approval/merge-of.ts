import type { MergePlan } from '#web/areas/seo/merge/use-merge-plan.ts'
import type { Approval } from '#web/operations.ts'

/** What a merge that waits would do; null for other calls, and where there is too much of it to be told. */
export function mergeOf({ operation, untrusted: { effect } }: Approval): MergePlan | null {
  const lists = [effect['duplicates'], effect['redirects'], effect['rewritten']]
  const isWhole = operation === 'consolidateItems' && lists.every(Array.isArray) && typeof effect['winner'] === 'object'
  return isWhole ? planOf(effect) : null
}

// The effect of a call is the answer of its operation: a rehearsal made it.
const planOf = (effect: Record<string, unknown>) => effect as unknown as MergePlan
