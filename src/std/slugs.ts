/** The most characters (UTF-16 units) that a slug may have. */
export const slugLength = 200

const word = String.raw`[\p{L}\p{Nd}][\p{L}\p{Nd}\p{Mn}\p{Mc}]*`
const form = new RegExp(`^${word}(?:[-.]${word})*$`, 'u')
const foreign = /[\p{Lu}\p{Lt}\p{Default_Ignorable_Code_Point}]/u

/**
 * Whether a text is a slug: lower-case letters and digits of any script, `-` or `.` between them, at most 200 characters,
 * in normal form C. It never contains `_`, which ids do (database.md#typed-ids).
 */
export function isSlug(text: string): boolean {
  return (
    text.length <= slugLength &&
    form.test(text) &&
    !foreign.test(text) &&
    text === text.toLowerCase() &&
    text === text.normalize('NFC')
  )
}

/**
 * A slug made from any text, `''` if it has no letter or digit. Latin letters lose their diacritics, other scripts keep
 * their letters; a dot stays only between digits, so that `1.88.0` stays readable. The same text always becomes the same
 * slug: the tests freeze it.
 */
export function slugify(text: string): string {
  const words = foldLatin(text.normalize('NFKC').toLowerCase())
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/(?<=\p{L})['’ʼ](?=\p{L})/gu, '')
    .replace(/(?!(?<=\p{Nd})\.(?=\p{Nd}))[^\p{L}\p{Nd}\p{Mn}\p{Mc}]/gu, '-')
    .replace(/(?<![\p{L}\p{Nd}\p{Mn}\p{Mc}])[\p{Mn}\p{Mc}]+/gu, '')
    .replace(/-{2,}/g, '-')
    .normalize('NFC')
  return shorten(words, slugLength)
}

/** The slug with `-n` behind it, shortened so that both fit: the next one to try when a slug is taken. */
export function withSuffix(slug: string, n: number): string {
  const suffix = `-${n}`
  return shorten(slug, slugLength - suffix.length) + suffix
}

const latin: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
}

// Only after Latin letters: without their mark, Cyrillic й and Japanese が would become other letters.
function foldLatin(text: string): string {
  return text
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .normalize('NFC')
    .replace(/[ßæœøđðłþħıŧ]/g, (letter) => latin[letter] ?? letter)
}

function shorten(text: string, length: number): string {
  let short = ''
  for (const character of text) {
    if (short.length + character.length > length) break
    short += character
  }
  return short.replace(/^[-.]+|[-.]+$/g, '')
}
