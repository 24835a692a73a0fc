import { z } from 'zod'

import { pushAll } from '#areas/integrations/copies/push-all.ts'
import { job } from '#kernel/job.ts'

/**
 * Pushes the items whose deliveries name this job to the content management system, and goes on until each has arrived or was
 * given up. What must wait (a busy service, a refused credential) lets the job wait, too.
 */
export const pushItems = job({
  name: 'pushItems',
  queue: 'quick',
  scope: 'integrations:write',
  quiet: true,
  input: z.object({}),

  async work(ctx) {
    const { nextInMs, results, unredirected } = await pushAll(ctx)
    if (nextInMs !== undefined) return { goOnInMs: nextInMs }
    const warnings =
      unredirected.length === 0 ? {} : { warnings: [{ code: 'redirect_not_sent', itemIds: unredirected }] }
    return { result: { results, ...warnings }, state: results.every(({ ok }) => ok) ? 'succeeded' : 'partial' }
  },
})
