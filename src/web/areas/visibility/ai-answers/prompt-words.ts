import type { Prompt } from '#web/areas/visibility/ai-answers/answer-types.ts'

/** What people want who ask a question. */
export const intents = [
  ['discovery', 'Discovery'],
  ['comparison', 'Comparison'],
  ['alternatives', 'Alternatives'],
  ['problem', 'Problem'],
  ['pricing', 'Prices'],
  ['branded', 'Names you'],
] as const satisfies readonly (readonly [Prompt['intent'], string])[]

/** What a question is about, within a sentence; one that names the brand is counted apart. */
export function intentWords({ intent, branded }: Pick<Prompt, 'intent' | 'branded'>): string {
  if (branded) return 'names you, so it is counted apart'
  return (intents.find(([name]) => name === intent)?.[1] ?? intent).toLowerCase()
}
