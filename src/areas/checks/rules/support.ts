import { contentWords } from '#std/content-words.ts'
import { truncate } from '#std/text.ts'

import { figuresOf } from './statements.ts'

export type Claim = { text: string; figures: readonly string[]; brands: readonly string[] }

/** Whether some texts, such as those of the Context Library, support a claim. */
export type Supports = (claim: Claim) => boolean

/** How much of a sentence is read. */
export const longestClaim = 2000

/**
 * A text supports a sentence when it has all of its figures and brands and at least two of its content words. Made once for
 * many items: the expensive parts of a text are computed on first use.
 */
export function supporter(texts: readonly string[], locale: string): Supports {
  const entries = texts.map((text) => entryOf(text, locale))
  if (entries.length === 0) return () => false
  return ({ text, figures, brands }) => {
    const own = figures.map(plain)
    const near = entries.filter(
      (entry) =>
        own.every((figure) => entry.figures().has(figure)) && brands.every((brand) => isWordOf(entry.lower(), brand)),
    )
    // Words take longest: most claims come near to nothing.
    if (near.length === 0) return false
    const words = [...new Set(contentWords(truncate(text, longestClaim), locale))]
    return near.some((entry) => words.filter((word) => entry.words().has(word)).length >= 2)
  }
}

/** Whether a name occurs in a text as a separate word; both are in lower case. */
export function isWordOf(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const isAlone = !isLetter(text[at - 1]) && !isLetter(text[at + name.length])
    if (isAlone) return true
  }
  return false
}

const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{Nd}]/u.test(character)

function entryOf(text: string, locale: string) {
  let [lower, figures, words]: [string?, ReadonlySet<string>?, ReadonlySet<string>?] = []
  return {
    lower: () => (lower ??= text.toLowerCase()),
    figures: () => (figures ??= new Set(figuresOf(text).map(plain))),
    words: () => (words ??= new Set(contentWords(text, locale))),
  }
}

// 1,000 and 1.000 and 1 000 are the same number, as are 3.5 and 3,5.
const plain = (figure: string) => figure.replace(/[.,\u00a0\u202f]/g, '')
