import { Refusal } from './errors.ts'

/** The plans, lowest first (account.md#plans). */
export const plans = ['starter', 'pro', 'authority'] as const
export type Plan = (typeof plans)[number]

/** What a plan can open. */
export type Feature = 'nonArticleCollections'

const opens: Record<Feature, readonly Plan[]> = { nonArticleCollections: ['authority'] }

/** What a plan allows at most; null is no limit. `collections` and `members` count what is enabled and active. */
export type Limits = {
  collections: number | null
  members: number | null
  asvPromptsMax: number | null
  auditPagesMax: number | null
}

const limits: Record<Plan, Limits> = {
  starter: { collections: 1, members: null, asvPromptsMax: 25, auditPagesMax: 500 },
  pro: { collections: 1, members: null, asvPromptsMax: 100, auditPagesMax: 2500 },
  authority: { collections: null, members: null, asvPromptsMax: null, auditPagesMax: 10_000 },
}

/** The limits of a plan, from the one table that every check of them reads. */
export function limitsOf(plan: Plan): Limits {
  return limits[plan]
}

/** Whether a plan opens a feature. */
export function allows(plan: Plan, feature: Feature): boolean {
  return opens[feature].includes(plan)
}

/** Refuses with `plan_required` where the plan does not open the feature. */
export function requireFeature(plan: Plan, feature: Feature): void {
  if (allows(plan, feature)) return
  const needed = opens[feature].join(' or ')
  throw new Refusal(
    'plan_required',
    `This needs the plan ${needed}; the organization has ${plan}. An operator can change it.`,
    { feature, plan, needed },
  )
}
