import { contentWords } from '#std/content-words.ts'
import { readPage } from '#std/page.ts'
import { sentencesOf } from '#std/sentences.ts'

const longest = 600
const most = 3
/** How many words a sentence that can stand alone has. */
const fitting = { least: 6, most: 45 }

/**
 * A short answer made from the text's own sentences: those that say most about the keyword and the title, in order, at most
 * three and 600 characters; one that the text repeats counts once. Empty where no sentence of the text can stand alone.
 */
export function shortAnswer(html: string, about: { title: string; keyword: string | null; locale: string }): string {
  const wanted = new Set(contentWords(`${about.title} ${about.keyword ?? ''}`, about.locale))
  const scored = wholeSentences(html, about.locale)
    .map((sentence, order) => ({ ...sentence, order, score: scoreOf(sentence, wanted, about.locale) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.order - b.order)
  const chosen: typeof scored = []
  for (const sentence of scored) {
    if (chosen.length === most) break
    if (chosen.some(({ text }) => text === sentence.text)) continue
    if ([...chosen, sentence].reduce((length, { text }) => length + text.length + 1, -1) <= longest)
      chosen.push(sentence)
  }
  return chosen
    .toSorted((a, b) => a.order - b.order)
    .map(({ text }) => text)
    .join(' ')
}

function scoreOf({ text, place }: { text: string; place: number }, wanted: Set<string>, locale: string): number {
  const words = text.split(/\s+/).length
  if (words < fitting.least || words > fitting.most || /[?:]$/.test(text)) return 0
  const own = new Set(contentWords(text, locale))
  const told = [...wanted].filter((word) => own.has(word)).length / Math.max(1, wanted.size)
  return told + (place === 0 ? 0.5 : 0.2 / (1 + place))
}

/** Sentences of the running text with the position of their paragraph: none from code, quotations, lists, tables or captions. */
function wholeSentences(html: string, locale: string): { text: string; place: number }[] {
  return readPage(html, locale)
    .blocks.filter(({ kind }) => kind === 'paragraph')
    .flatMap((paragraph, place) => sentencesOf(paragraph.text).map(({ text }) => ({ text, place })))
    .filter(({ text }) => /[.!。！]["'”’)]?$/.test(text))
}
