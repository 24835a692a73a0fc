import type { Breathe } from '#kernel/breathe.ts'
import { type Page, readingPage } from '#std/page.ts'

import { claimablesOf } from './rules/claimable.ts'
import { wordsOfBlocks } from './rules/page-words.ts'
import { type Statement, statementsOf } from './rules/statements.ts'

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
  const page = await readInSlices(html, locale, breathe)
  const reading = { page, statements: statementsOf(page) }
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
  await breathe()
  wordsOfBlocks(reading.page, locale)
  await breathe()
  claimablesOf(reading)
}

const keyOf = (html: string, locale: string) => `${locale} ${html}`

async function readInSlices(html: string, locale: string, breathe: Breathe): Promise<Page> {
  const reading = readingPage(html, locale)
  let part = reading.next()
  while (part.done !== true) {
    const pause = breathe()
    if (pause !== undefined) await pause
    part = reading.next()
  }
  return part.value
}

function keep(key: string, reading: BodyReading): void {
  kept.set(key, reading)
  keptLength += key.length
  for (const oldest of kept.keys()) {
    if (keptLength <= mostKept) return
    kept.delete(oldest)
    keptLength -= oldest.length
  }
}
