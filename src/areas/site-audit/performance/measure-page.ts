import type { Device, Measured } from '#kernel/browser.ts'
import { type Code, Refusal } from '#kernel/errors.ts'
import type { JobCtx } from '#kernel/job.ts'

import { takeLabTurn } from './lab-turn.ts'

/** A page that could not be measured, and why. */
export type Unmeasured = { url: string; code: Code }

type Asked = { url: string; device: Device; runs: number }

/** Measures a page so often, and returns the median by score; or why that cannot be. Throws `LabIsTaken`. */
export async function measurePage(ctx: JobCtx, { url, device, runs }: Asked): Promise<Measured | Unmeasured> {
  const results: Measured[] = []
  try {
    for (let run = 0; run < runs; run++) {
      ctx.signal.throwIfAborted()
      await ctx.write(({ db }) => takeLabTurn(db, ctx.jobId))
      results.push(await ctx.browser.lab.measure(url, { device, signal: ctx.signal }))
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { url, code: error.code }
  }
  return medianOf(results) ?? { url, code: 'upstream_failed' }
}

/** The result in the middle by score; of two the worse one. */
function medianOf(results: readonly Measured[]): Measured | undefined {
  return results.toSorted((a, b) => a.score - b.score)[Math.floor((results.length - 1) / 2)]
}
