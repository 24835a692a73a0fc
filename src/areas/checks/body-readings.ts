import { type Breathe, inTurns } from '#kernel/breathe.ts'
import { BoundedStore } from '#std/bounded-store.ts'
import { type Page, readingPage } from '#std/page.ts'

import { findingClaimables } from './rules/claimable.ts'
import { readingWords } from './rules/page-words.ts'
import { readingStatements, type Statement } from './rules/statements.ts'

/** What the rules read from a body, whatever its item says. */
export type BodyReading = { page: Page; statements: readonly Statement[] }

/** From here on a body is read before the transaction of its call: characters of HTML. */
const long = 30_000
/** What a character of a body takes while its reading is kept, besides the text itself: its page and its sentences. */
const bytesPerCharacter = 4
/**
 * Of all readings: enough from a call's preparation to its check, and from an edit to the validation and the publication of the same
 * text. The share of an organization is a quarter, in which the longest body has room (checks.md#long-texts-before-transactions).
 */
const mostBytes = 36_000_000

/** By the text: putting anything in front of it would copy it each time that it is looked up. */
const kept = new BoundedStore<{ locale: string; reading: BodyReading }>(mostBytes, () => undefined)

/** The text of an item, with the organization whose it is and the language in which it is read. */
export type Body = { organizationId: string; html: string; locale: string }

export const isLong = (html: string): boolean => html.length >= long

/**
 * Reads a body in slices: others have their turn meanwhile. It is kept for a while, so that a call reads a long one before its
 * transaction begins and finds it there (checks.md#long-texts-before-transactions), and what did not change is not read again.
 */
export async function readBody(body: Body, breathe: Breathe): Promise<BodyReading> {
  const { organizationId, html, locale } = body
  const known = knownReading(body)
  if (known !== undefined) return known
  const page = await inTurns(readingPage(html, locale), breathe)
  const reading = { page, statements: await inTurns(readingStatements(page), breathe) }
  kept.put({ party: organizationId, key: html, bytes: html.length * bytesPerCharacter }, { locale, reading })
  return reading
}

/** The long ones among these bodies that nobody has read for a while. */
export function unreadLong(bodies: readonly Body[]): Body[] {
  return bodies.filter((body) => isLong(body.html) && knownReading(body) === undefined)
}

/** Does what checks of this body take longest for, before a transaction begins. */
export async function readAhead(body: Body, breathe: Breathe): Promise<void> {
  const reading = await readBody(body, breathe)
  await inTurns(readingWords(reading.page, body.locale), breathe)
  await inTurns(findingClaimables(reading), breathe)
}

function knownReading({ organizationId, html, locale }: Body): BodyReading | undefined {
  const known = kept.get(organizationId, html)
  return known?.locale === locale ? known.reading : undefined
}
