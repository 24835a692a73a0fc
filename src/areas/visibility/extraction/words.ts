export type Word = { start: number; end: number }

const word = /[\p{L}\p{N}\p{M}_]+(?:['-][\p{L}\p{N}\p{M}]+)*/gu
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u30fc]/u
const runs = new RegExp(`${withoutSpaces.source}+|(?:(?!${withoutSpaces.source})[^])+`, 'gu')
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * The words of a folded text in their order. Scripts that write without spaces are divided by a dictionary
 * (visibility.md#words-around-excluded-terms).
 */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const { index, 0: whole } of text.matchAll(word)) {
    if (withoutSpaces.test(whole)) addRuns(words, whole, index)
    else words.push({ start: index, end: index + whole.length })
  }
  return words
}

function addRuns(words: Word[], whole: string, at: number) {
  for (const { index, 0: run } of whole.matchAll(runs)) {
    const start = at + index
    if (!withoutSpaces.test(run)) words.push({ start, end: start + run.length })
    else
      for (const { index: from, segment } of segmenter.segment(run))
        words.push({ start: start + from, end: start + from + segment.length })
  }
}
