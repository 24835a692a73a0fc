import type { RenderSource } from '#kernel/render.ts'

import { limits, markupExcess } from './limits.ts'
import { renderBody, type RenderOutcome } from './render-body.ts'

export type Answer = RenderOutcome | { fault: Error }

/** What a thread that renders answers: what was made, the limit that the body exceeds, or what went wrong. Never throws. */
export function answerTo(source: RenderSource): Answer {
  try {
    const excess = markupExcess(source.content, source.format)
    return excess === undefined ? renderBody(source) : { excess }
  } catch (error) {
    // Parsers recurse: what overflows their stack is nested far beyond the limit, however it escaped the counting.
    if (error instanceof RangeError) return { excess: { limit: 'nesting', found: limits.nesting + 1 } }
    return { fault: error instanceof Error ? error : new Error(String(error)) }
  }
}
