import { z } from 'zod'

import { sendAll } from '#areas/integrations/notices/send-all.ts'
import { job } from '#kernel/job.ts'

/** Sends the messages whose deliveries name this job, and goes on until each has arrived or was given up. */
export const sendNotices = job({
  name: 'sendNotices',
  title: 'Send notices',
  queue: 'quick',
  scope: 'integrations:write',
  quiet: 'all',
  input: z.object({}),

  async work(ctx) {
    const { nextInMs, sent, failed } = await sendAll(ctx)
    if (nextInMs !== undefined) return { goOnInMs: nextInMs }
    return { result: { sent, failed }, state: failed === 0 ? 'succeeded' : 'partial' }
  },
})
