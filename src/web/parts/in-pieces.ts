import type { Parts } from '#std/parts.ts'

/** How long work keeps the page, in ms: half of what a picture of 60 a second takes. */
const msOfPiece = 8

/** Work in parts, beginning in a task of its own: after 8 ms everything else on the page has a turn. */
export async function inPieces<R>(parts: Parts<R>): Promise<R> {
  await nextTask()
  for (let since = performance.now(); ;) {
    const { done, value } = parts.next()
    if (done === true) return value
    if (performance.now() - since < msOfPiece) continue
    await nextTask()
    since = performance.now()
  }
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))
