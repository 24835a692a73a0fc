import type { Limiter } from '#kernel/access.ts'
import { addressPrefix } from '#std/address-prefix.ts'

/** How often one network may do something; 0: no limit. */
export type NetworkLimit = { name: string; limit: number; windowMs: number }

/** Counts a request of an address. Seconds to wait, undefined where there is room in every window. */
export async function waitOf(
  limiter: Limiter,
  address: string,
  limits: readonly NetworkLimit[],
): Promise<number | undefined> {
  const prefix = addressPrefix(address)
  for (const { name, limit, windowMs } of limits) {
    if (limit === 0) continue
    const { allowed, resetMs } = await limiter.hit(`${name}:${prefix}`, limit, windowMs)
    if (!allowed) return Math.max(1, Math.ceil(resetMs / 1000))
  }
  return undefined
}
