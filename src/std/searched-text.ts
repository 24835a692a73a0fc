import { searchTerm } from './text.ts'

/** The text of a body as it is searched, on one line; `words` has each of a long one's words once, else it is null (content.md#long-texts-by-words). */
export type SearchedText = { text: string; words: string | null }

/** From how many characters on a text is looked up by its words. */
const longText = 16_384

/** The normal form in which a body is searched. It takes a millisecond for 30,000 characters. */
export function searchedText(body: string): SearchedText {
  const text = searchTerm(body)
  return { text, words: text.length < longText ? null : eachWordOnce(text) }
}

/** Blanks around all, so that each is a whole word wherever it stands. */
const eachWordOnce = (text: string) => ` ${[...new Set(text.split(' '))].join(' ')} `
