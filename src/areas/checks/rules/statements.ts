import type { Page } from '#std/page.ts'
import { atOnce, type Parts } from '#std/parts.ts'
import { sentencesOf } from '#std/sentences.ts'

/**
 * A sentence of the running text. `hasSource`: it contains a link or a footnote mark. `spoken`: the same without its inline code,
 * which claims nothing.
 */
export type Statement = { text: string; spoken: string; hasSource: boolean }

/** The sentences of a page, headings left out. */
export function statementsOf(page: Page): Statement[] {
  return atOnce(readingStatements(page))
}

/** The same in parts, between which others can have their turn. */
export function* readingStatements(page: Page): Parts<Statement[]> {
  const statements: Statement[] = []
  for (const [i, block] of page.blocks.entries()) {
    if (i % partBlocks === partBlocks - 1) yield
    if (block.kind !== 'heading') statements.push(...sentencesIn(block))
  }
  return statements
}

const partBlocks = 50

function sentencesIn({ text, links, code }: Page['blocks'][number]): Statement[] {
  const spoken = withoutCode(text, code)
  return sentencesOf(text).map(({ text: sentence, start, end }) => ({
    text: sentence,
    spoken: spoken.slice(start, end).trim(),
    hasSource: links.some((link) => link.start < end && link.end > start) || footnote.test(sentence),
  }))
}

// As long as the text, so that its offsets hold.
function withoutCode(text: string, code: Page['blocks'][number]['code']): string {
  let spoken = ''
  let at = 0
  for (const { start, end } of code) {
    spoken += text.slice(at, start) + '_'.repeat(Math.max(0, end - start))
    at = Math.max(at, end)
  }
  return spoken + text.slice(at)
}

/** Whether a text has a number in digits. */
export const hasFigure = (text: string): boolean => /\p{Nd}/u.test(text)

/** Whether a text names a year, a month with a day or a year, or a day in digits. */
export function hasDate(text: string): boolean {
  return dates.test(text)
}

/**
 * The figures that a sentence claims: percentages, amounts, measures and counts, but no years, dates, ordinals, list numbers or
 * versions, nothing that is only supposed, and no count of what the page lists itself (`ownCounts`).
 */
export function figuresOf(text: string, ownCounts: ReadonlySet<number> = none): string[] {
  const found: string[] = []
  if (supposed.test(text)) return found
  for (const match of text.matchAll(number)) {
    const figure = match[0]
    const before = text.slice(Math.max(0, match.index - 40), match.index)
    const after = text.slice(match.index + figure.length, match.index + figure.length + 40)
    if (isClaim(figure, before, after) && !isOwnCount(figure, after, ownCounts)) found.push(figure)
  }
  return found
}

function isClaim(figure: string, before: string, after: string): boolean {
  if (/[\p{L}\p{Nd}_#./:-]$/u.test(before) || /^[\p{Nd}_/:]|^[.-]\p{Nd}/u.test(after)) return false
  if (currencyBefore.test(before) || share.test(after)) return true
  if (isVersion(figure) || isTime(after)) return false
  if (isList(before, after) || ordinal.test(after) || numbered.test(before)) return false
  if (isYear(figure) || monthBefore.test(before) || monthAfter.test(after)) return false
  if (measure.test(after)) return true
  // A count is a number before the word for what it counts; "Rust 1.70" and "Python 3" name a version. What one can count on
  // one's fingers needs no source.
  return Number(figure) >= leastCount && !name.test(before) && /^\s\p{Ll}{2,}/u.test(after) && !counting.test(after)
}

const none: ReadonlySet<number> = new Set()
const leastCount = 10
const isVersion = (figure: string) => /^\d+\.\d+\.\d+/.test(figure)
const isTime = (after: string) => /^\s?(?:[ap]\.?m\b|o'clock|Uhr|UTC|GMT|CET)/iu.test(after)

/** "These 7 rules", where a list of the page has seven entries. */
function isOwnCount(figure: string, after: string, ownCounts: ReadonlySet<number>): boolean {
  return ownCounts.has(Number(figure)) && !share.test(after) && !measure.test(after)
}

const isYear = (figure: string) => /^(?:1[5-9]|20|21)\d\d$/.test(figure)
const isList = (before: string, after: string) => before.trim() === '' && /^[.)]\s/.test(after)

const supposed =
  /^(?:if|suppose|imagine|assume|say|for example|for instance|consider)(?!\p{L})|(?:for example|for instance|e\.g\.|such as)/iu
/** What is counted says something about the text or its time, nothing about the world. */
const counting = /^\s(?:or|and|to|of (?:them|these|those)|in total)(?!\p{L})/u
const footnote = /\[\d{1,3}\]/
const number = /\d{1,18}(?:[.,\u00a0\u202f]\d{1,18}){0,6}/g
const months =
  '(?:Jan(?:uary|uar|\\.)?|Feb(?:ruary|ruar|\\.)?|Mar(?:ch|\\.)|März|Apr(?:il|\\.)?|May|Mai|June?|Juni|July?|Juli|Aug(?:ust|\\.)?|Sept?(?:ember|\\.)?|O[ck]t(?:ober|\\.)?|Nov(?:ember|\\.)?|De[cz](?:ember|\\.)?)'
const dates = new RegExp(
  `(?<!\\p{Nd})(?:19|20)\\d\\d(?!\\p{Nd})|(?<![\\p{L}])${months} \\d{1,2}(?!\\d)|(?<!\\d)\\d{1,2}\\.? ${months}(?!\\p{L})`,
  'u',
)
const monthBefore = new RegExp(`(?<!\\p{L})${months} $`, 'u')
const monthAfter = new RegExp(`^\\.? ${months}(?!\\p{L})`, 'u')
const currencyBefore = /(?:[$€£¥₹]|(?<!\p{L})(?:USD|EUR|GBP|CHF|US\$))\s?$/u
const share =
  /^\s?(?:%|‰|percent(?!\p{L})|per cent(?!\p{L})|Prozent(?!\p{L})|[€£¥$](?!\p{L})|(?:dollars?|euros?|USD|EUR|GBP|million|billion|trillion|thousand|Millionen|Milliarden|Tausend)(?!\p{L}))/iu
const measure =
  /^[\s-]?(?:ms|s|sec|seconds?|minutes?|min|hours?|h|km|m|cm|mm|miles?|feet|inch(?:es)?|kg|g|tons?|lb|kB|KB|MB|GB|TB|Hz|MHz|GHz|px|pixels?|W|kW|kWh|°C|°F|x|times|Sekunden|Minuten|Stunden)(?![\p{L}\p{Nd}])/u
const ordinal = /^(?:st|nd|rd|th)(?!\p{L})|^\.\s\p{Lu}/u
const numbered =
  /(?<!\p{L})(?:step|issue|bug|ticket|rfc|pr|port|line|error|code|status|edition|release|article|chapter|section|part|figure|fig\.|table|page|version|v|item|number|no\.|rule|example|option|level|phase|day|week|schritt|kapitel|teil|abbildung|tabelle|seite)\s$/iu
const name = /(?<!\p{L})\p{Lu}[\p{L}\p{Nd}.+#-]{0,30}\s$/u
