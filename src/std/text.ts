/** Normal form C: the form in which every text is compared and stored. */
export function normalise(text: string): string {
  return text.normalize('NFC')
}

/** The key that titles and names are ordered by: lower case, NFKD without combining marks, first 200 characters. */
export function titleKey(text: string): string {
  const key = text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return truncate(key, 200)
}

/** The one text that is searched: each part as a search term, joined by line feeds so that no match spans two parts. */
export function searchText(parts: Iterable<string | null | undefined>): string {
  return Array.from(parts, (part) => searchTerm(part ?? ''))
    .filter((part) => part !== '')
    .join('\n')
}

/** Normal form C, lower case, white space to one blank, trimmed. Search terms and searched text go through the same function. */
export function searchTerm(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** The text as a literal inside a LIKE pattern whose escape character is the backslash (the default of PostgreSQL). */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}

/** The beginning of a plain text in at most `limit` characters, cut between words and marked with `…` where it was cut. */
export function excerptOf(text: string, limit = 300): string {
  const plain = text.replace(/\s+/gu, ' ').trim()
  if (truncate(plain, limit) === plain) return plain
  const room = truncate(plain, limit - 1)
  const blank = plain.lastIndexOf(' ', room.length)
  const words = blank > room.length / 2 ? room.slice(0, blank) : room
  return `${words.replace(/[\s\p{P}]+$/u, '')}…`
}

/** The first `limit` code points, never half of a surrogate pair. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text
  let end = 0
  for (const character of text) {
    if (limit-- <= 0) break
    end += character.length
  }
  return text.slice(0, end)
}

/** Whether a text cannot be stored or sent as UTF-8: it has NUL or a lone surrogate. */
export function isUnstorable(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed()
}

/** Whether a text has what no field may hold: NUL, lone surrogates, control characters other than tab and line break. */
export function hasForbiddenCharacters(text: string): boolean {
  return !text.isWellFormed() || /(?![\t\n\r])\p{Cc}/u.test(text)
}

/** Whether a text has characters that nobody sees, such as zero-width ones: it looks like another text. */
export function hasInvisibleCharacters(text: string): boolean {
  return /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text)
}

/** Whether a text has nothing to read: only white space and characters that nobody sees (content.md#blank-says-nothing). */
export function isBlank(text: string): boolean {
  return /^[\s\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]*$/u.test(text)
}

/** A text on one line, for a subject or a sentence: any run of white space is one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
