import { type Breathe, inTurns } from '#kernel/breathe.ts'
import { type Page, readingPage } from '#std/page.ts'

import { findingClaimables } from './rules/claimable.ts'
import { readingWords } from './rules/page-words.ts'
import { readingStatements, type Statement } from './rules/statements.ts'

/** What the rules read from a body, whatever its item says. */
export type BodyReading = { page: Page; statements: readonly Statement[] }

/** From here on a body is read before the transaction of its call: characters of HTML. */
const long = 30_000
/**
 * Characters of HTML whose readings are kept, a few times that in bytes: enough from a call's preparation to its check, and from an
 * edit to the validation and the publication of the same text.
 */
const mostKept = 3_000_000

// The last one used is the last one here.
const kept = new Map<string, BodyReading>()
let keptLength = 0

export const isLong = (html: string): boolean => html.length >= long

/**
 * Reads a body in slices: others have their turn meanwhile. It is kept for a while, so that a call reads a long one before its
 * transaction begins and finds it there (checks.md#long-texts-before-transactions), and what did not change is not read again.
 */
export async function readBody(html: string, locale: string, breathe: Breathe): Promise<BodyReading> {
  const key = keyOf(html, locale)
  const known = kept.get(key)
  if (known !== undefined) {
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const page = await inTurns(readingPage(html, locale), breathe)
  const reading = { page, statements: await inTurns(readingStatements(page), breathe) }
  keep(key, reading)
  return reading
}

/** The long ones among these bodies that nobody has read for a while. */
export function unreadLong(htmls: readonly string[], locale: string): string[] {
  return htmls.filter((html) => isLong(html) && !kept.has(keyOf(html, locale)))
}

/** Does what checks of this body take longest for, before a transaction begins. */
export async function readAhead(html: string, locale: string, breathe: Breathe): Promise<void> {
  const reading = await readBody(html, locale, breathe)
  await inTurns(readingWords(reading.page, locale), breathe)
  await inTurns(findingClaimables(reading), breathe)
}

const keyOf = (html: string, locale: string) => `${locale} ${html}`

function keep(key: string, reading: BodyReading): void {
  kept.set(key, reading)
  keptLength += key.length
  for (const oldest of kept.keys()) {
    if (keptLength <= mostKept) return
    kept.delete(oldest)
    keptLength -= oldest.length
  }
}
