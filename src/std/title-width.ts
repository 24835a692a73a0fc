/**
 * The width of a text in Arial at 20 px, in CSS pixels, which is what limits a title in search results. Letters with marks are
 * as wide as their base; what the table does not have is as wide as a digit, a picture as high as it is wide.
 */
export function titleWidth(text: string): number {
  let thousandths = 0
  for (const character of text.normalize('NFD')) thousandths += advanceOf(character)
  return Math.round((thousandths * fontSize) / 1000)
}

/** Whether most letters of a text are not Latin, so that the table says nothing about its width. */
export function isMostlyNonLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length * 2 > letters.length
}

/** How many characters a reader sees: a letter with its marks is one, an emoji of several parts is one. */
export function countGraphemes(text: string): number {
  let count = 0
  for (const _ of graphemes.segment(text)) count++
  return count
}

const fontSize = 20
const digit = 556
const picture = 1000

// Advance widths of Arial in thousandths of the font size, by width.
const widths: Readonly<Record<number, string>> = {
  0: '\u00ad\u200b\u200c\u200d\ufe0f',
  191: "'",
  222: 'ijl‘’‚',
  260: '|',
  278: ' !,./:;I[\\]ft·\u00a0',
  333: '()-`r“”„ªº¡¯‹›',
  334: '{}',
  350: '•',
  355: '"',
  365: '°º',
  389: '*',
  469: '^',
  500: 'Jckvxyzs',
  556: '#$0123456789?L_abdeghnopqu€£¥§«»–ı',
  584: '+<=>~×÷±¬',
  611: 'FTZßøłþ',
  667: '&ABEKPSVXYÞ',
  722: 'CDHNRUwÐ',
  737: '©®',
  778: 'GOQØ',
  833: 'Mm',
  889: '%æ',
  944: 'Wœ',
  1000: '—…™ÆŒ',
  1015: '@',
}

const advances = new Map(
  Object.entries(widths).flatMap(([width, characters]) =>
    Array.from(characters, (character) => [character, Number(width)] as const),
  ),
)

function advanceOf(character: string): number {
  const known = advances.get(character)
  if (known !== undefined) return known
  if (/\p{M}/u.test(character)) return 0
  return /\p{Extended_Pictographic}/u.test(character) ? picture : digit
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
