/** One secret, however a text writes it. */
export type SecretWritings = {
  /** The text with `[removed]` in its place. */
  removedFrom(text: string): string
  /** How much of the end of a text may be the beginning of it. */
  begunAtEnd(text: string): number
}

// What nobody sees between two characters, and JSON's escapes of it. Everything that repeats has an end, so that no text takes long.
const between = String.raw`(?:[\p{Cc}\p{Cf}\p{Z}\u034F\u115F\u1160\u3164\uFFA0\uFE00-\uFE0F]|\\{1,4}(?:[nrt]|u(?:200[b-f]|2060|feff|00ad))){0,64}`

/**
 * Finds a secret as it is, percent-encoded, escaped as in JSON and HTML, in hexadecimal and in base64 (by itself, and within what was
 * encoded with it), each also divided by what nobody sees.
 */
export function writingsOf(secret: string): SecretWritings {
  const bytes = Buffer.from(secret, 'utf8')
  const hex = bytes.toString('hex').split('')
  const patterns = [
    Array.from(secret.replaceAll(/[\p{Cc}\p{Cf}\p{Z}]/gu, ''), writingsOfCharacter),
    hex.map(anyCase),
    ...[0, 1, 2].map((before) => base64Of(bytes, before).map(writingsOfBase64)),
  ]
  const whole = new RegExp(patterns.map((characters) => characters.join(between)).join('|'), 'gu')
  const begun = new RegExp(`(?:${patterns.map(beginningOf).join('|')})$`, 'u')
  return {
    removedFrom: (text) => text.replaceAll(whole, '[removed]'),
    begunAtEnd: (text) => begun.exec(text)?.[0].length ?? 0,
  }
}

const named: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

/** Every way in which a character of a text may stand in another one. */
function writingsOfCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const utf8 = Array.from(Buffer.from(character, 'utf8'), (byte) => `%(?:25){0,3}${anyCase(hexOf(byte, 2))}`)
  const utf16 = character.split('').map((unit) => `\\\\{1,4}u${anyCase(hexOf(unit.charCodeAt(0), 4))}`)
  const name = named[character]
  const entities = [`#0{0,6}${code}`, `#[xX]0{0,6}${anyCase(hexOf(code, 1))}`, ...(name === undefined ? [] : [name])]
  // A backslash makes another character of a letter.
  const itself = `${/[\p{L}\p{N}]/u.test(character) ? '' : '\\\\{0,4}'}\\u{${hexOf(code, 1)}}`
  return `(?:${itself}|${utf8.join('')}|${utf16.join('')}|&(?:amp;){0,3}(?:${entities.join('|')});?)`
}

const hexOf = (number: number, digits: number) => number.toString(16).padStart(digits, '0')

/** The characters of base64 that a secret alone decides, with so many bytes before it. */
function base64Of(bytes: Buffer, before: number): string[] {
  const text = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replaceAll('=', '')
  const isWhole = (before + bytes.length) % 3 === 0
  return text.slice(before === 0 ? 0 : before + 1, isWhole ? undefined : -1).split('')
}

/** A character of base64 and of base64url, as it is and percent-encoded. */
function writingsOfBase64(character: string): string {
  if (character === '+') return '(?:[-+]|%(?:25){0,3}2[bB])'
  if (character === '/') return String.raw`(?:\\{0,4}\/|_|%(?:25){0,3}2[fF])`
  return character
}

const anyCase = (hex: string) => hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)

/** The first of these characters, or more of them. */
function beginningOf(characters: readonly string[]): string {
  return characters.slice(0, -1).reduceRight((rest, one) => `${one}(?:${between}${rest})?`, '(?!)')
}
