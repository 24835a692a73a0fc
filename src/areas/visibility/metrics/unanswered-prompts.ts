import { isPublic } from '#areas/collections/index.ts'
import type { PromptRow } from '#areas/visibility/prompts.ts'
import { breather, breathing } from '#kernel/breathe.ts'
import type { Reader } from '#kernel/database.ts'
import { contentWords, languageOf } from '#std/content-words.ts'

/** Items that are read at once: their number is not bounded, what they take of the memory is. */
const step = 2000

type Wanted = { promptId: string; language: string; words: readonly string[]; longest: string }

/** The prompts of which no published item has all content words in its title or its keywords. One without such words is never among them. */
export async function unansweredPrompts(db: Reader, prompts: readonly PromptRow[]): Promise<Set<string>> {
  let wanted = prompts.flatMap(wantedOf)
  const breathe = breather(undefined)
  for (let last = ''; wanted.length > 0;) {
    const items = await publishedAfter(db, last)
    const answered = answerer(wanted)
    const found = new Set((await breathing(items, breathe, (item) => answered(wordingOf(item)))).flat())
    wanted = wanted.filter(({ promptId }) => !found.has(promptId))
    last = items.at(-1)?.id ?? ''
    if (items.length < step) break
  }
  return new Set(wanted.map(({ promptId }) => promptId))
}

function wantedOf({ id, text, locale }: PromptRow): Wanted[] {
  const words = contentWords(text, locale)
  const [longest] = words.toSorted((a, b) => b.length - a.length)
  return longest === undefined ? [] : [{ promptId: id, language: languageOf(locale), words, longest }]
}

/** Which prompts a text answers: only those whose longest word it has are looked at, and each language splits it once. */
function answerer(wanted: readonly Wanted[]): (text: string) => string[] {
  const languages = [...Map.groupBy(wanted, ({ language }) => language)].map(
    ([language, some]) => [language, Map.groupBy(some, ({ longest }) => longest)] as const,
  )
  return (text) =>
    languages.flatMap(([language, byWord]) => {
      const known = new Set(contentWords(text, language))
      return [...known]
        .flatMap((word) => byWord.get(word) ?? [])
        .filter(({ words }) => words.every((word) => known.has(word)))
        .map(({ promptId }) => promptId)
    })
}

type Worded = { title: string; primary_keyword: string | null; secondary_keywords: readonly string[] }

const wordingOf = ({ title, primary_keyword: primary, secondary_keywords: secondary }: Worded) =>
  [title, primary ?? '', ...secondary].join(' ')

async function publishedAfter(db: Reader, last: string) {
  return db
    .selectFrom('item')
    .select(['id', 'title', 'primary_keyword', 'secondary_keywords'])
    .where(isPublic('item'))
    .where('id', '>', last)
    .orderBy('id')
    .limit(step)
    .execute()
}
