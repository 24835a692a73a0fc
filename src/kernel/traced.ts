import { askedAs, spanNow } from './asked.ts'
import type { Begin, Span } from './span.ts'

/** Does some work as a stretch of the trace that is open right now; `begun` is asked only where one is. */
export async function traced<T>(begun: () => Begin, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  const parent = spanNow()
  if (parent === undefined) return work(undefined)
  const span = parent.begin(begun())
  return askedAs({ span }, () => endedBy(span, () => work(span)))
}

/** Does some work, and ends its span with it. */
export async function endedBy<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work()
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}
