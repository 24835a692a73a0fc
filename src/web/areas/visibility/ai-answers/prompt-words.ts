import type { Prompt } from '#web/areas/visibility/ai-answers/answer-types.ts'

/** What people want who ask a question. */
export const intents = [
  ['discovery', 'discovery'],
  ['comparison', 'comparison'],
  ['alternatives', 'alternatives'],
  ['problem', 'problem'],
  ['pricing', 'prices'],
  ['branded', 'names you'],
] as const satisfies readonly (readonly [Prompt['intent'], string])[]

/** What a question is about; one that names the brand is counted apart. */
export function intentWords({ intent, branded }: Pick<Prompt, 'intent' | 'branded'>): string {
  if (branded) return 'names you, so it is counted apart'
  return intents.find(([name]) => name === intent)?.[1] ?? intent
}
