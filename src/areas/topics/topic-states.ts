import { Refusal } from '#kernel/errors.ts'

/** The states of a topic (topics.md#topics-have-states). */
export const topicStates = ['pending', 'approved', 'generating', 'drafted', 'rejected', 'failed'] as const
export type TopicState = (typeof topicStates)[number]

/** A topic that waits to be written, or is being written: its subject is taken, and no item has it yet. */
export const openStates = ['pending', 'approved', 'generating', 'failed'] as const satisfies readonly TopicState[]

const steps: Readonly<Record<TopicState, readonly TopicState[]>> = {
  pending: ['approved', 'rejected', 'drafted'],
  approved: ['generating', 'drafted'],
  // Only the job that writes it takes it to drafted or failed.
  generating: [],
  drafted: [],
  rejected: [],
  failed: ['approved'],
}

/** Why a topic cannot take a step, or undefined. Details name its state and the steps that the state allows. */
export function stepObjection(topic: { id: string; state: TopicState }, to: TopicState): Refusal | undefined {
  const { state } = topic
  const allowed = steps[state]
  if (allowed.includes(to)) return undefined
  return new Refusal('invalid_transition', `A topic that is ${state} cannot become ${to}. ${hintFor(state)}`, {
    topicId: topic.id,
    state,
    requested: to,
    allowed,
  })
}

/** Refuses a draft for a topic that does not wait for one. */
export function requireDraftable(topic: { id: string; state: TopicState }): void {
  const objection = stepObjection(topic, 'drafted')
  if (objection !== undefined) throw objection
}

/** Refuses to write a topic that nobody approved. */
export function requireWritable(topic: { id: string; state: TopicState }): void {
  const objection = stepObjection(topic, 'generating')
  if (objection !== undefined) throw objection
}

/** Refuses to change a topic that was decided or is being written. */
export function requireEditable(topic: { id: string; state: TopicState }): void {
  const { state } = topic
  if (state === 'pending' || state === 'approved' || state === 'failed') return
  throw new Refusal('invalid_transition', `A topic that is ${state} cannot be changed. ${hintFor(state)}`, {
    topicId: topic.id,
    state,
    allowed: steps[state],
  })
}

/** The operations that take a topic to a state. */
const takenBy: Readonly<Record<TopicState, string>> = {
  pending: '',
  approved: 'reviewTopics',
  rejected: 'reviewTopics',
  generating: 'generateArticle',
  drafted: 'submitDraft or startDraft',
  failed: '',
}

/** What can be done instead: the steps that the state has, or what else leads on where it has none. */
function hintFor(state: TopicState): string {
  const next = steps[state].map((to) => `${to} (${takenBy[to]})`)
  if (next.length > 0) return `It can become ${next.join(' or ')}.`
  switch (state) {
    case 'drafted':
      return 'Its item exists: continue with updateItem, or submitDraft with itemId.'
    case 'generating':
      return 'Its article is being written: wait for the job.'
    default:
      return 'Create a new one with createBlogTopic.'
  }
}
