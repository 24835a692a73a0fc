import type { JobCtx } from '#kernel/job.ts'

/** Others wait for the place of the run, which goes on later from what it has stored (jobs.md#long-jobs-take-turns). */
export class TurnIsOver extends Error {}

/** Asked where everything so far is stored. Throws `TurnIsOver`. */
export async function keepTurn(ctx: JobCtx): Promise<void> {
  if (await ctx.isTurnOver()) throw new TurnIsOver('the turn of the run is over')
}
