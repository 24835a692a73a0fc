/**
 * A word without its ending, lightly: plurals and the most common endings of verbs, so that "prices" and "pricing" are one
 * word and "organ" and "organization" are two. The word is lower case and without marks; a language without rules keeps its
 * words.
 */
export function stem(word: string, language = 'en'): string {
  if (word.length < 4 || !isLetters.test(word)) return word
  return (stemmers[language] ?? same)(word)
}

// Losing an ending never leaves a word with fewer than three letters: "bus" and "gas" are not plurals.
const isLetters = /^[\p{L}'’]+$/u
const vowel = /[aeiouy]/
const same = (word: string) => word

const stemmers: Readonly<Record<string, (word: string) => string>> = {
  en: english,
  de: (word) => without(word, ['ern', 'en', 'er', 'em', 'es', 'e', 'n', 's']),
  fr: (word) => without(without(word, ['aux', 's', 'x']), ['e']),
  es: (word) => without(without(word, ['es', 's']), ['a', 'o', 'e']),
  pt: (word) => without(without(word, ['oes', 'es', 's']), ['a', 'o', 'e', 'ao']),
  it: (word) => without(without(word, ['hi', 'he']), ['a', 'e', 'i', 'o']),
  nl: (word) => undoubled(without(word, ['en', 'e', 's'])),
  sv: (word) => without(word, ['arna', 'erna', 'orna', 'ar', 'er', 'or', 'en', 'et', 'a', 'n', 's']),
}

function english(word: string): string {
  const bare = word.replace(/['’]s?$/, '')
  return withoutE(withoutVerbEnding(singular(bare)))
}

function singular(word: string): string {
  if (word.length < 4) return word
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word
}

function withoutVerbEnding(word: string): string {
  if (word.endsWith('eed')) return word
  for (const ending of ['ing', 'ed']) {
    if (!word.endsWith(ending)) continue
    const rest = word.slice(0, -ending.length)
    return rest.length >= 3 && vowel.test(rest) ? undoubled(rest) : word
  }
  return word
}

// "price" and "pricing" meet without the last letter.
const withoutE = (word: string) => (word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word)

// "planning" is "plan", and "selling" stays as "sell" is.
const undoubled = (word: string) => (/([bdgkmnprt])\1$/.test(word) ? word.slice(0, -1) : word)

function without(word: string, endings: readonly string[]): string {
  const ending = endings.find((end) => word.endsWith(end) && word.length - end.length >= 3)
  return ending === undefined ? word : word.slice(0, -ending.length)
}
