import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import { nextVersion } from '#kernel/version.ts'

import { type Facts, readFacts } from './facts.ts'

/** The steps in the order in which they make sense. */
export const stepKeys = [
  'siteUrl',
  'brand',
  'contentMode',
  'firstCollection',
  'firstContext',
  'firstTopic',
  'firstPublish',
] as const
export type StepKey = (typeof stepKeys)[number]

export const stepStates = ['todo', 'done', 'skipped'] as const
export type StepState = (typeof stepStates)[number]

/** What a person can say about a step. */
export const saidStates = ['done', 'skipped'] as const
export type SaidState = (typeof saidStates)[number]

export type Step = { key: StepKey; state: StepState; evidence: string | null; nextAction: string | null }

type Rule = {
  /** What proves the step, or null. */
  proof(facts: Facts): string | null
  /** The operation that does it, once the catalog has one. */
  action: string | null
  /** What is shown when only a person's word makes it done. */
  onWord?(facts: Facts): string
}

const rules: Record<StepKey, Rule> = {
  siteUrl: { proof: ({ siteUrl }) => siteUrl, action: 'updateOrganizationSettings' },
  brand: { proof: ({ brandName }) => brandName, action: 'updateOrganizationSettings' },
  contentMode: {
    proof: ({ contentMode }) => (contentMode === defaultMode ? null : contentMode),
    action: 'completeOnboardingStep',
    onWord: ({ contentMode }) => contentMode,
  },
  firstCollection: { proof: ({ collectionSlug }) => collectionSlug, action: 'updateCollection' },
  firstContext: { proof: ({ contextEntryId }) => contextEntryId, action: 'createContextEntry' },
  firstTopic: { proof: ({ topicId }) => topicId, action: 'createBlogTopic' },
  firstPublish: { proof: ({ publishedItemId }) => publishedItemId, action: 'publishItem' },
}

// An organization has it from the start, so having it does not prove a choice.
const defaultMode = 'headless'

/** Whether only facts decide when a step is done. */
export function isDerived(key: StepKey): boolean {
  return rules[key].onWord === undefined
}

/** The steps as they are now: what facts prove is done, whatever was said about it (organizations.md#first-steps-are-facts). */
export async function readSteps(db: Reader): Promise<Step[]> {
  const facts = await readFacts(db)
  const rows = await db.selectFrom('onboarding_step').select(['step', 'state']).execute()
  const said = new Map(rows.map(({ step, state }) => [step, state]))
  return stepKeys.map((key) => stepOf(key, facts, said.get(key)))
}

/** Stores what a person said about a step. */
export async function say(db: Writer, step: StepKey, state: SaidState): Promise<void> {
  await db
    .insertInto('onboarding_step')
    .values({ step, state })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'step']).doUpdateSet({
        state,
        version: sql<number>`onboarding_step.version + 1`,
        updated_at: nextVersion.updated_at,
      }),
    )
    .execute()
}

/** How much of the list is finished, in whole percent; skipped steps count as finished. */
export function percentOf(steps: readonly Step[]): number {
  return Math.round((100 * steps.filter(({ state }) => state !== 'todo').length) / steps.length)
}

function stepOf(key: StepKey, facts: Facts, said: SaidState | undefined): Step {
  const { proof, action, onWord } = rules[key]
  const proved = proof(facts)
  if (proved !== null) return { key, state: 'done', evidence: proved, nextAction: null }
  if (said === 'done' && onWord) return { key, state: 'done', evidence: onWord(facts), nextAction: null }
  return { key, state: said === 'skipped' ? 'skipped' : 'todo', evidence: null, nextAction: action }
}
