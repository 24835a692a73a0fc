import type { Limiter } from '#kernel/access.ts'
import { Refusal } from '#kernel/errors.ts'

const perWindow = 10
const windowMs = 15 * 60_000

/** Counts a try: the eleventh within 15 minutes is refused with 429 `rate_limited` and the time to wait. */
export async function limitTries(limiter: Limiter, id: string): Promise<void> {
  const { allowed, resetMs } = await limiter.hit(id, perWindow, windowMs)
  if (allowed) return
  const retryAfter = Math.max(1, Math.ceil(resetMs / 1000))
  const message = `Too many attempts. Try again in ${Math.ceil(retryAfter / 60)} minutes.`
  throw new Refusal('rate_limited', message, { retryAfter }, { retryAfter })
}
