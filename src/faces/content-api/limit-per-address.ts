import type { Face, Ready } from '#faces/http.ts'
import type { Hit } from '#kernel/access.ts'
import { addressPrefix } from '#std/address-prefix.ts'
import { remember } from '#std/remember.ts'

import { Problem } from './problem.ts'
import { problemReply } from './reply.ts'

const minute = 60_000

type Limit = {
  limiter: { hitNow(id: string, limit: number, windowMs: number): Hit }
  perMinute: number
}

/** Asks whether it may answer only once it has an answer, and then counts it. */
type LimitedReady = (request: Parameters<Ready>[0], isAllowed: () => boolean) => ReturnType<Ready>

/**
 * The Content API with at most `perMinute` requests per client address (IPv6: per /64) in any minute, on this node; 0 is no
 * limit (content-api.md#limited-by-address). `ready` counts the same: what is over the limit is left to the face to refuse.
 */
export function limitPerAddress(
  { face, ready = () => undefined }: { face: Face; ready?: LimitedReady },
  { limiter, perMinute }: Limit,
): { face: Face; ready: Ready } {
  if (perMinute === 0) return { face, ready: (request) => ready(request, () => true) }
  const networks = remember(addressPrefix)
  return {
    face: async (request) => {
      const { allowed, resetMs } = limiter.hitNow(networks(request.address), perMinute, minute)
      if (allowed) return face(request)
      const seconds = String(Math.max(1, Math.ceil(resetMs / 1000)))
      return problemReply(
        request,
        new Problem(429, `Too many requests from this address. Try again in ${seconds} s.`, { 'Retry-After': seconds }),
      )
    },
    ready: (request) => {
      const isAllowed = () => limiter.hitNow(networks(request.address), perMinute, minute).allowed
      return ready(request, isAllowed)
    },
  }
}
