import type { LiveCall } from './live-records.ts'

/** What is kept for streams that come back, and for those that are behind. */
const kept = 1000

/**
 * The calls of one organization in the order in which this process learned of them, which all of its streams follow.
 * Ids ascend with time, but records become visible out of order: each is taken once, whenever it is found.
 */
export type LiveLog = {
  /** Those of the ids that were not taken yet. */
  unknown(ids: readonly string[]): string[]
  /** Takes what streams are to receive. */
  append(calls: readonly LiveCall[]): void
  /** Takes ids that nobody receives: they were there before. */
  skip(ids: readonly string[]): void
  /** Forgets what no search finds again. */
  forgetBefore(id: string): void
  /** The position after the last call. */
  end(): number
  /** The position after the call with this id, undefined where it, or what came after it, is not known (or no longer). */
  after(id: string): number | undefined
  /** What came since a position; undefined where some of it is gone already. */
  since(position: number): LiveCall[] | undefined
  lastId(): string | undefined
}

export function createLiveLog(): LiveLog {
  const seen = new Set<string>()
  const entries: { id: string; call?: LiveCall }[] = []
  let dropped = 0

  function add(entry: { id: string; call?: LiveCall }): void {
    seen.add(entry.id)
    entries.push(entry)
    if (entries.length <= kept) return
    entries.shift()
    dropped++
  }

  return {
    unknown: (ids) => ids.filter((id) => !seen.has(id)),
    append: (calls) => calls.forEach((call) => add({ id: call.id, call })),
    skip: (ids) => ids.forEach((id) => add({ id })),
    forgetBefore(id) {
      for (const known of seen) if (known < id) seen.delete(known)
    },
    end: () => dropped + entries.length,
    after(id) {
      const at = entries.findIndex((entry) => entry.id === id)
      const isComplete = at !== -1 && entries.slice(at + 1).every(({ call }) => call !== undefined)
      return isComplete ? dropped + at + 1 : undefined
    },
    since(position) {
      if (position < dropped) return undefined
      return entries.slice(position - dropped).flatMap(({ call }) => call ?? [])
    },
    lastId: () => entries.at(-1)?.id,
  }
}
