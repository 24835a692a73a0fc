import { type EntryKind, entryKinds } from '#web/areas/library/entry-kinds.ts'

/** The kinds of entry, with what each is for. */
const words: Record<EntryKind, readonly [string, string]> = {
  brand_voice: ['Brand voice', 'How the organization speaks. Part of every brief.'],
  style_rule: ['Style rule', 'What a text must or must not do. Part of every brief.'],
  product: ['Product', 'What is offered, and what it does.'],
  persona: ['Persona', 'Who reads, and what they want to know.'],
  fact: ['Fact', 'A number, a date, a claim that may be repeated.'],
  competitor: ['Competitor', 'Who else there is, and how they differ.'],
  source: ['Source', 'A text to draw on.'],
  glossary: ['Glossary', 'A term, and how it is used here.'],
}

/** The same as a list, in the order in which they are offered. */
export const kinds = entryKinds.map((kind) => [kind, ...words[kind]] as const)

/** The kinds to choose one of. */
export const kindOptions: readonly (readonly [EntryKind, string])[] = kinds.map(([name, label]) => [name, label])

export function kindName(kind: EntryKind): string {
  return words[kind]?.[0] ?? kind
}

/** About how many tokens a model needs to read a text: four characters each. */
export function tokensOf(characters: number): string {
  const tokens = Math.max(1, Math.round(characters / 4))
  return `${tokens.toLocaleString('en')} ${tokens === 1 ? 'token' : 'tokens'}`
}
