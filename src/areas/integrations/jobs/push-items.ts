import { z } from 'zod'

import { pushAll, unpushed } from '#areas/integrations/copies/push-all.ts'
import { job } from '#kernel/job.ts'

/**
 * Pushes the items whose deliveries name this job to the content management system, and goes on until each has arrived or was
 * given up. What must wait (a busy service, a refused credential) lets the job wait, too.
 */
export const pushItems = job({
  name: 'pushItems',
  title: 'Copy articles to another system',
  queue: 'quick',
  scope: 'integrations:write',
  quiet: 'end',
  input: z.object({
    /** Items of the call that are not pushed, and why. */
    refused: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })).default([]),
  }),

  async work(ctx, { refused }) {
    const { nextInMs, results: pushed, unredirected } = await pushAll(ctx)
    if (nextInMs !== undefined) return { goOnInMs: nextInMs }
    const results = [...pushed, ...refused.map(unpushed)]
    const warnings =
      unredirected.length === 0 ? {} : { warnings: [{ code: 'redirect_not_sent', itemIds: unredirected }] }
    return { result: { results, ...warnings }, state: results.every(({ ok }) => ok) ? 'succeeded' : 'partial' }
  },
})
