import { intents } from '#web/areas/visibility/ai-answers/prompt-words.ts'

export type Proposal = { text: string; intent: (typeof intents)[number][0]; tag: string | null }

/** The questions in the result of a job; what is none is left out. */
export function proposalsOf(result: Record<string, unknown> | null): Proposal[] {
  const given: unknown = result?.['proposals']
  return Array.isArray(given) ? given.flatMap(proposalIn) : []
}

function proposalIn(given: unknown): Proposal[] {
  if (typeof given !== 'object' || given === null || !('text' in given) || typeof given.text !== 'string') return []
  const intent = intents.find(([name]) => 'intent' in given && given.intent === name)?.[0] ?? 'discovery'
  return [{ text: given.text, intent, tag: 'tag' in given && typeof given.tag === 'string' ? given.tag : null }]
}
