import { z } from 'zod'

/** No answer has more of anything: a count above it is none. */
const mostCounted = 100_000_000
const dearest = 100_000

/** A count that a provider gives. */
export const count = z.int().min(0).max(mostCounted).nullish()
/** A cost that a provider gives, in US dollars. */
export const dollars = z.number().min(0).max(dearest).nullish()

/** What a provider says that a call used. Where one of its numbers is none, nothing of it is known (models.md#unknown-is-not-zero). */
export function usageForm<S extends z.ZodRawShape>(shape: S) {
  return z.looseObject(shape).nullish().catch(null)
}
