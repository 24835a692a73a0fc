import type { Page } from '#std/page.ts'
import { atOnce, type Parts } from '#std/parts.ts'
import { truncate } from '#std/text.ts'

import { figuresOf, type Statement } from './statements.ts'
import { longestClaim } from './support.ts'

/** A sentence that claims something by a figure, or by a comparison if it names a brand. */
export type Claimable = Statement & { figures: readonly string[]; isComparing: boolean }

type Body = { page: Page; statements: readonly Statement[] }

const known = new WeakMap<Page, readonly Claimable[]>()

/** The sentences of a body that may be claims, looked for once. */
export function claimablesOf(body: Body): readonly Claimable[] {
  return atOnce(findingClaimables(body))
}

/** Looks for them in parts, for whoever asks next. */
export function* findingClaimables({ page, statements }: Body): Parts<readonly Claimable[]> {
  const given = known.get(page)
  if (given !== undefined) return given
  const ownCounts = new Set([...page.lists, page.sections.filter(({ heading }) => heading?.level === 2).length])
  const found: Claimable[] = []
  for (const [i, statement] of statements.entries()) {
    if (i % partStatements === partStatements - 1) yield
    const sentence = truncate(statement.spoken, longestClaim)
    const isComparing = comparing.test(sentence)
    const figures = figuresOf(sentence, ownCounts)
    if (isComparing || figures.length > 0) found.push({ ...statement, figures, isComparing })
  }
  known.set(page, found)
  return found
}

/** How many sentences are looked at before others have their turn. */
const partStatements = 200

/** A superlative or a comparison. */
const comparing =
  /(?<!\p{L})(?:\p{L}{3,}(?:est|ster)|best|most|leading|only|unlike|than|better|worse|faster|cheaper|outperform\p{L}*|beats?|unmatched|superior|number one|besser|schneller|am \p{L}+sten|als)(?!\p{L})/iu
