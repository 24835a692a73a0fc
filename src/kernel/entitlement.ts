import { Refusal } from './errors.ts'

/** The plans, lowest first (D-5). */
export const plans = ['starter', 'pro', 'authority'] as const
export type Plan = (typeof plans)[number]

/** What a plan can open. */
export type Feature = 'nonArticleCollections'

const opens: Record<Feature, readonly Plan[]> = { nonArticleCollections: ['authority'] }

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
