import { z } from 'zod'

import { endLabTurn, LabIsTaken } from '#areas/site-audit/performance/lab-turn.ts'
import { measurePage, type Unmeasured } from '#areas/site-audit/performance/measure-page.ts'
import { insertSample } from '#areas/site-audit/performance/samples.ts'
import { settleBudgets } from '#areas/site-audit/performance/settle-budgets.ts'
import { devices } from '#kernel/browser.ts'
import { job, type JobCtx } from '#kernel/job.ts'

const input = z.object({
  runId: z.string(),
  urls: z.array(z.string()),
  device: z.enum(devices),
  runs: z.int(),
})

/** Measures pages one after the other. Each is stored when it is done, so a restart goes on with the next. */
export const measurePages = job({
  name: 'measurePages',
  title: 'Measure pages of the website',
  queue: 'bulk',
  scope: 'audit:run',
  input,
  attempts: 10,

  async work(ctx, { urls, ...asked }) {
    const failed: Unmeasured[] = []
    try {
      for (const [done, url] of urls.entries()) {
        const code = await ctx.step(`${done + 1}`, () => measured(ctx, { url, ...asked }))
        if (code !== null) failed.push({ url, code })
        await ctx.progress((done + 1) / urls.length)
      }
    } catch (error) {
      if (error instanceof LabIsTaken) return { goOnInMs: error.goOnInMs }
      throw error
    }
    await ctx.write(({ db }) => endLabTurn(db, ctx.jobId))
    const result = { runId: asked.runId, measured: urls.length - failed.length, failed }
    return { result, state: failed.length === 0 ? 'succeeded' : 'partial' }
  },
})

type One = Omit<z.output<typeof input>, 'urls'> & { url: string }

/** Null, or why the page could not be measured. */
async function measured(ctx: JobCtx, { runId, url, device, runs }: One): Promise<Unmeasured['code'] | null> {
  const found = await measurePage(ctx, { url, device, runs })
  if ('code' in found) return found.code
  await ctx.write(async ({ db }) => {
    await insertSample(db, { runId, url, device, measured: found })
    await settleBudgets(db, { runId, url, device })
  })
  return null
}
