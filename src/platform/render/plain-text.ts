import { Parser } from 'htmlparser2'

import { blockElements } from '#std/block-elements.ts'
import { besideProse, countWords } from '#std/page.ts'

/** The words of sanitised HTML: blocks on lines of their own, cells and line breaks apart, no markup; nothing of the elements in `without`. */
function plainText(html: string, without?: ReadonlySet<string>): string {
  return readHtml(html, without).text
}

/** Its words, and the addresses of its links, each once. */
export function readHtml(html: string, without: ReadonlySet<string> = new Set()): { text: string; hrefs: string[] } {
  let text = ''
  let skipped = 0
  const hrefs = new Set<string>()
  const parser = new Parser({
    ontext: (part) => {
      if (skipped === 0) text += part
    },
    onopentag: (name, { href }) => {
      if (name === 'a' && href !== undefined) hrefs.add(href)
      if (name === 'br') text += '\n'
      if (without.has(name)) skipped++
    },
    onclosetag: (name) => {
      if (without.has(name)) skipped--
      if (blockElements.has(name)) text += '\n'
    },
  })
  parser.end(html)
  const lines = text.split(/\s*\n\s*/).map((line) => line.replace(/\s+/gu, ' ').trim())
  return { text: lines.filter((line) => line !== '').join('\n'), hrefs: [...hrefs] }
}

/** How many words a body has, by the rule of the checks (checks.md#words-of-a-page). `text` is its plain text. */
export function proseWords(html: string, text = plainText(html)): number {
  // Most bodies are nothing but prose, and need not be read again.
  const prose = [...besideProse].some((name) => html.includes(`<${name}`)) ? plainText(html, besideProse) : text
  let count = 0
  // Line by line: the segmenter copies its whole input for each segment.
  for (const line of prose.split('\n')) count += countWords(line)
  return Math.floor(count)
}
