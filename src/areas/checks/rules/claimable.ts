import type { Page } from '#std/page.ts'
import { truncate } from '#std/text.ts'

import { figuresOf, type Statement } from './statements.ts'
import { longestClaim } from './support.ts'

/** A sentence that claims something by a figure, or by a comparison if it names a brand. */
export type Claimable = Statement & { figures: readonly string[]; isComparing: boolean }

type Body = { page: Page; statements: readonly Statement[] }

const known = new WeakMap<Page, readonly Claimable[]>()

/** The sentences of a body that may be claims, looked for once. */
export function claimablesOf({ page, statements }: Body): readonly Claimable[] {
  const found = known.get(page) ?? find(page, statements)
  known.set(page, found)
  return found
}

function find(page: Page, statements: readonly Statement[]): readonly Claimable[] {
  const ownCounts = new Set([...page.lists, page.sections.filter(({ heading }) => heading?.level === 2).length])
  return statements.flatMap((statement) => {
    const sentence = truncate(statement.spoken, longestClaim)
    const isComparing = comparing.test(sentence)
    const figures = figuresOf(sentence, ownCounts)
    return isComparing || figures.length > 0 ? [{ ...statement, figures, isComparing }] : []
  })
}

/** A superlative or a comparison. */
const comparing =
  /(?<!\p{L})(?:\p{L}{3,}(?:est|ster)|best|most|leading|only|unlike|than|better|worse|faster|cheaper|outperform\p{L}*|beats?|unmatched|superior|number one|besser|schneller|am \p{L}+sten|als)(?!\p{L})/iu
