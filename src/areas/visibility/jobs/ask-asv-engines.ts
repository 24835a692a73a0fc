import { z } from 'zod'

import { settleCredits } from '#areas/account/index.ts'
import { askCell } from '#areas/visibility/ask-cell.ts'
import { areEnginesTaken, lookAgainMs } from '#areas/visibility/engine-turns.ts'
import type { Known } from '#areas/visibility/known-run.ts'
import { loadRun } from '#areas/visibility/load-run.ts'
import { dropText, ownDrops } from '#areas/visibility/metrics/run-changes.ts'
import { patientWrites } from '#areas/visibility/patient-writes.ts'
import type { PlannedCall } from '#areas/visibility/plan-run.ts'
import { callsOf, endRun, isFinished, skipRest } from '#areas/visibility/run-cells.ts'
import { Refusal } from '#kernel/errors.ts'
import { job, type JobCtx } from '#kernel/job.ts'
import { id } from '#kernel/schema.ts'

/** Calls that are under way at one engine. */
const atOnce = 4

/**
 * Asks every engine of a run every prompt, four calls at a time each (visibility.md#each-cell-is-answered-once). What is stored
 * is never asked again: a restart repeats at most the calls that were under way.
 */
export const askAsvEnginesJob = job({
  name: 'askAsvEngines',
  title: 'Ask the AI engines',
  queue: 'bulk',
  scope: 'asv:run',
  attempts: 20,
  endsWithRefusal: true,
  input: z.strictObject({
    runId: id('run'),
    prompts: z.array(z.strictObject({ id: id('prompt'), version: z.int() })),
  }),

  async work(given, { runId, prompts }) {
    const ctx = patientWrites(given)
    if (await ctx.read((db) => areEnginesTaken(db, runId))) return { goOnInMs: lookAgainMs }
    const known = await loadRun(ctx, runId, prompts)
    const calls = callsOf(known.run, prompts).filter((call) => !isFinished(known, call))
    const areDone = await allEnded(
      known.engines.map((engine) =>
        askEngine(
          ctx,
          known,
          calls.filter(({ engineId }) => engineId === engine.id),
        ),
      ),
    )
    if (areDone.includes(false)) return { goOnInMs: 0 }

    const run = await ctx.write(async ({ db, notify }) => {
      const ended = await endRun(db, runId)
      await settleCredits(db, { jobId: ctx.jobId, used: ended.credits })
      // A restart after this transaction finds the run ended: a drop is told once.
      if (known.run.state === 'running' && ended.state !== 'failed') {
        const drops = await ownDrops(db, ended, known.brands)
        if (drops.length > 0) await notify({ event: 'asvDrop', text: dropText(drops, known.brands.own.name) })
      }
      return ended
    })
    if (run.state === 'failed')
      throw new Refusal('target_rejected', 'No engine gave an answer. getAsvRun shows what each one said instead.')
    const { ok, refused, failed: errors, skipped, cost } = run
    return {
      result: { runId, state: run.state, ok, refused, error: errors, skipped, cost },
      state: run.state === 'partial' ? 'partial' : 'succeeded',
    }
  },
})

/** Whether every call was made: no new one begins once others wait for the place of the run. Each turn has one at least. */
async function askEngine(ctx: JobCtx, known: Known, calls: readonly PlannedCall[]): Promise<boolean> {
  const waiting = [...calls]
  const ask = async () => {
    for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) {
      ctx.signal.throwIfAborted()
      const fault = await askCell(ctx, known, call)
      // At once: the next turn would not know of it.
      if (fault !== undefined) return skipRest(ctx, known, waiting.splice(0), fault)
      if (await ctx.isTurnOver()) return
    }
  }
  await allEnded(Array.from({ length: atOnce }, ask))
  return waiting.length === 0
}

/** Waits for all, whatever becomes of them: no call goes on behind a job that has ended. */
async function allEnded<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const outcomes = await Promise.allSettled(work)
  return outcomes.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}
