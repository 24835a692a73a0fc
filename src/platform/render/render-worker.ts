import { parentPort } from 'node:worker_threads'

import type { RenderSource } from '#kernel/render.ts'

import { limits, markupExcess } from './limits.ts'
import { renderBody, type RenderOutcome } from './render-body.ts'

export type Answer = RenderOutcome | { fault: Error }

// The entry point of the thread: the only module in this folder that does something when it is loaded.
parentPort?.on('message', (source: RenderSource) => parentPort?.postMessage(answerTo(source), []))
parentPort?.postMessage('ready', [])

function answerTo(source: RenderSource): Answer {
  try {
    const excess = markupExcess(source.content, source.format)
    return excess === undefined ? renderBody(source) : { excess }
  } catch (error) {
    // Parsers recurse: what overflows their stack is nested far beyond the limit, however it escaped the counting.
    if (error instanceof RangeError) return { excess: { limit: 'nesting', found: limits.nesting + 1 } }
    return { fault: error instanceof Error ? error : new Error(String(error)) }
  }
}
