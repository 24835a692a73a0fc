import type { Access } from '#kernel/access.ts'

/** For how long a refusal is taken from memory, in ms. Only then does a credential that was revoked meanwhile learn of it. */
const trusted = 1000
const remembered = 10_000

export type RefusedCredentials = {
  /** The access of a credential that is over its limit, with the time that is left now. */
  find(hash: Buffer): Access | undefined
  remember(hash: Buffer, access: Access): void
}

/**
 * Credentials over their limit, by the hash of the secret. One that keeps calling asks the database once a second, not with
 * every request; that stays exact, because nothing can be admitted before its reset (calls.md#exact-rate-limit). `now` in ms.
 */
export function refusedCredentials(now: () => number): RefusedCredentials {
  const refused = new Map<string, { access: Access; at: number }>()

  return {
    find(hash) {
      const key = hash.toString('base64')
      const known = refused.get(key)
      if (known === undefined) return undefined
      const { access, at } = known
      const passed = now() - at
      if (passed >= 0 && passed < Math.min(trusted, access.rate.resetMs))
        return { ...access, rate: { ...access.rate, resetMs: Math.ceil(access.rate.resetMs - passed) } }
      refused.delete(key)
      return undefined
    },
    remember(hash, access) {
      const [oldest] = refused.keys()
      if (refused.size >= remembered && oldest !== undefined) refused.delete(oldest)
      refused.set(hash.toString('base64'), { access, at: now() })
    },
  }
}
