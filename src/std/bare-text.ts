import { Parser } from 'htmlparser2'

import type { Parts } from './parts.ts'

/** Characters of a page that are read at once. */
const partLength = 20_000

/** The text of sanitised HTML, as it stands between its tags; in parts. */
export function* readingBareText(html: string): Parts<string> {
  const pieces: string[] = []
  const parser = new Parser({ ontext: (text) => void pieces.push(text) }, { decodeEntities: true })
  for (let at = 0; at < html.length; at += partLength) {
    parser.write(html.slice(at, at + partLength))
    yield
  }
  parser.end()
  return pieces.join('')
}
