/**
 * Whether one of these names is an English word, such as Notion or Bricks: then its case is what tells the brand from the word
 * (visibility.md#common-words). A name of several words is none.
 */
export async function hasCommonWord(names: readonly string[]): Promise<boolean> {
  const { default: dictionary } = await import('dictionary-en')
  const lines = Buffer.from(dictionary.dic)
  return names.some((name) => formsOf(name).some((word) => isEntry(lines, word)))
}

type Called = { name: string | null; aliases: readonly string[] }

/** The same of the names that a brand did not have before: a name that stays keeps what somebody decided for it. */
export async function isCalledByWord(before: Called, after: Called): Promise<boolean> {
  const known = new Set(namesOf(before))
  return hasCommonWord(namesOf(after).filter((name) => !known.has(name)))
}

const namesOf = ({ name, aliases }: Called) => [...(name === null ? [] : [name]), ...aliases]

/** The word and what it may be the plural of, in the case of the dictionary; nothing where the name is not one plain word. */
function formsOf(name: string): string[] {
  const word = name.trim().normalize('NFKC').toLowerCase()
  if (!/^[a-z]+$/.test(word)) return []
  return word.length > 3 && word.endsWith('s') ? [word, word.slice(0, -1)] : [word]
}

/** An entry of a Hunspell dictionary is a line: the word, and after a slash the letters of what may be added to it. */
function isEntry(lines: Buffer, word: string): boolean {
  return lines.includes(`\n${word}/`) || lines.includes(`\n${word}\n`)
}
