import type { Face } from '#faces/http.ts'
import type { Limiter } from '#kernel/access.ts'
import { addressPrefix } from '#std/address-prefix.ts'

import { Problem } from './problem.ts'
import { problemReply } from './reply.ts'

const minute = 60_000

/**
 * The Content API with at most `perMinute` requests per client address (IPv6: per /64) in any minute, on this node; 0 is no
 * limit (content-api.md#limited-by-address).
 */
export function limitPerAddress(face: Face, { limiter, perMinute }: { limiter: Limiter; perMinute: number }): Face {
  if (perMinute === 0) return face
  return async (request) => {
    const { allowed, resetMs } = await limiter.hit(addressPrefix(request.address), perMinute, minute)
    if (allowed) return face(request)
    const seconds = String(Math.max(1, Math.ceil(resetMs / 1000)))
    return problemReply(
      request,
      new Problem(429, `Too many requests from this address. Try again in ${seconds} s.`, { 'Retry-After': seconds }),
    )
  }
}
