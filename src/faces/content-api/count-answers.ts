import type { Log } from '#kernel/log.ts'

/** What answers cost: sent again whole, sent again as 304, read from the database. */
export type AnswerCounts = { contentHits: number; contentNotModified: number; contentMisses: number }

/** Counts answers by organization, because a line of the log costs more than an answer that is kept. */
export type AnswerCounter = {
  count(organizationId: string, what: keyof AnswerCounts): void
  /** All since the start. */
  totals(): AnswerCounts
  /** Writes what was counted so far to the log. */
  flush(): void
}

const none = { contentHits: 0, contentNotModified: 0, contentMisses: 0 }

/** Logs a line per organization and minute in which it was asked for something. */
export function countAnswers({ log, everyMs = 60_000 }: { log: Log; everyMs?: number }): AnswerCounter {
  const counts = new Map<string, AnswerCounts>()
  const totals = { ...none }
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    for (const [organizationId, counted] of counts) log.info({ organizationId, ...counted }, 'content answers')
    counts.clear()
  }

  return {
    count(organizationId, what) {
      let counted = counts.get(organizationId)
      if (counted === undefined) counts.set(organizationId, (counted = { ...none }))
      counted[what]++
      totals[what]++
      timer ??= setTimeout(flush, everyMs).unref()
    },
    totals: () => ({ ...totals }),
    flush,
  }
}
