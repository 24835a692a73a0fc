import type { Patience } from '#kernel/asked.ts'
import { awakeTimer } from '#std/awake-timer.ts'

import { DatabaseGone } from './database-gone.ts'

/** Measures how long the database is silent, against what a call has left and what anybody waits (database.md#silence-has-an-end). */
export type Silence = {
  /** Waits for what the database was asked; throws `DatabaseGone` when it is silent for too long. */
  during<T>(answer: Promise<T>): Promise<T>
}

/** `mostMs`: how long anybody waits for one answer; forever where it is not given. */
export function silenceOf(patience: Patience | undefined, mostMs = Infinity): Silence {
  let lastAnswer = 0
  return {
    async during(answer) {
      const asked = performance.now()
      const late = Promise.withResolvers<never>()
      const limit = Math.min(mostMs, patience?.leftMs ?? Infinity)
      const timer = limit < Infinity ? awakeTimer(Math.max(0, limit), () => late.reject(silent())) : undefined
      try {
        return await (timer === undefined ? answer : Promise.race([answer, late.promise]))
      } finally {
        const counted = timer?.stop() ?? Infinity
        const now = performance.now()
        // Answers to what was asked together come one after the other: what they waited for together counts once.
        if (patience !== undefined) patience.leftMs -= Math.min(counted, now - Math.max(asked, lastAnswer))
        lastAnswer = now
      }
    },
  }
}

function silent(): DatabaseGone {
  return new DatabaseGone('timeout', 'The database did not answer in time')
}
