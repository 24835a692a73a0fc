import type { Group } from '#web/areas/seo/duplicates/duplicates-search.ts'

type Reason = Group['reasons'][number]

/** Why articles are said to be alike, in one sentence. */
export function reasonsIn(reasons: readonly Reason[]): string {
  const words = reasons.map(({ code, value }) => wordsOf[code](`${Math.round(value * 100)} %`))
  const text = words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '')
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const wordsOf: Record<Reason['code'], (share: string) => string> = {
  same_intent_title: () => 'titles that ask the same',
  near_duplicate_body: (share) => `${share} of the text in common`,
  same_primary_keyword: () => 'the same main keyword',
  shared_keywords: () => 'shared keywords',
  similar_headings: () => 'headings alike',
}
