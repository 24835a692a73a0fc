import type { OutputOf } from '#web/operations.ts'

export type EntryKind = OutputOf<'listContextEntries'>['items'][number]['kind']

/** The kinds of entry, with what each is for. */
export const kinds = [
  ['brand_voice', 'Brand voice', 'How the organization speaks. Part of every brief.'],
  ['style_rule', 'Style rule', 'What a text must or must not do. Part of every brief.'],
  ['product', 'Product', 'What is offered, and what it does.'],
  ['persona', 'Persona', 'Who reads, and what they want to know.'],
  ['fact', 'Fact', 'A number, a date, a claim that may be repeated.'],
  ['competitor', 'Competitor', 'Who else there is, and how they differ.'],
  ['source', 'Source', 'A text to draw on.'],
  ['glossary', 'Glossary', 'A term, and how it is used here.'],
] as const satisfies readonly (readonly [EntryKind, string, string])[]

/** The kinds to choose one of. */
export const kindOptions: readonly (readonly [EntryKind, string])[] = kinds.map(([name, label]) => [name, label])

export function kindName(kind: EntryKind): string {
  return kinds.find(([name]) => name === kind)?.[1] ?? kind
}

/** About how many tokens a text costs whoever reads it: four characters each. */
export function tokensOf(characters: number): string {
  const tokens = Math.max(1, Math.round(characters / 4))
  return `${tokens.toLocaleString('en')} ${tokens === 1 ? 'token' : 'tokens'}`
}
