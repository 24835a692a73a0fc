import type { z } from 'zod'

import { reserveCredits } from '#areas/account/index.ts'
import type { Ctx } from '#kernel/context.ts'
import type { Job, StartedJob } from '#kernel/job.ts'

import { creditPrices } from './credit-prices.ts'

type Priced = (typeof creditPrices)[number]['operation']

/** What a call of an operation costs, for so many of its units. */
export function creditsFor(operation: Priced, units = 1): number {
  const price = creditPrices.find((one) => one.operation === operation)
  return (price?.credits ?? 0) * units
}

/**
 * Starts a job and reserves what it costs at most; it settles when it ends, and gets everything back when it fails
 * (account.md#credits-are-reserved). Errors: `insufficient_credits`.
 */
export async function startPaid<I extends z.ZodObject>(
  { db, start }: Pick<Ctx<'write'>, 'db' | 'start'>,
  job: Job<string, I>,
  { input, amount, use }: { input: z.input<I>; amount: number; use: 'generation' | 'image' },
): Promise<StartedJob & { credits: number }> {
  const started = await start(job, input)
  await reserveCredits(db, { jobId: started.jobId, use, amount })
  return { ...started, credits: amount }
}
