import { Parser } from 'htmlparser2'

import { blockElements } from '#std/block-elements.ts'

/** The words of sanitised HTML: blocks on lines of their own, cells and line breaks apart, no markup. */
export function plainText(html: string): string {
  let text = ''
  const parser = new Parser({
    ontext: (part) => (text += part),
    onopentag: (name) => {
      if (name === 'br') text += '\n'
    },
    onclosetag: (name) => {
      if (blockElements.has(name)) text += '\n'
    },
  })
  parser.end(html)
  return text
    .split(/\s*\n\s*/)
    .map((line) => line.replace(/\s+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** How many words a text in any script has, by the word boundaries of Unicode (UAX 29 and dictionaries). */
export function countWords(text: string): number {
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
  let count = 0
  // Line by line: the segmenter copies its whole input for each segment.
  for (const line of text.split('\n')) {
    for (const { isWordLike } of segmenter.segment(line)) if (isWordLike) count++
  }
  return count
}
