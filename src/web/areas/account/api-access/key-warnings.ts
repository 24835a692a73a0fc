import type { ApiKey } from '#web/operations.ts'

const twoWeeks = 14 * 86_400_000

/** Keys that end soon, and own keys that somebody else revoked. */
export type KeyWarnings = { expiring: readonly ApiKey[]; taken: readonly ApiKey[] }

/** The keys that end within 14, 7 or 1 days, soonest first, and own keys that somebody else revoked in the last two weeks. */
export function warnings(
  active: readonly ApiKey[],
  revoked: readonly ApiKey[],
  { userId, now }: { userId: string; now: number },
): KeyWarnings {
  return {
    expiring: active
      .filter(({ expiryNotice }) => expiryNotice !== null)
      .toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt)),
    taken: revoked.filter(
      ({ createdBy, revokedBy, revokedAt }) =>
        createdBy.userId === userId &&
        revokedBy !== null &&
        revokedBy.userId !== userId &&
        now - Date.parse(revokedAt ?? '') < twoWeeks,
    ),
  }
}
