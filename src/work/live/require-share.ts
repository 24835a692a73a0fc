import { Refusal } from '#kernel/errors.ts'

/** Refuses one more viewer of an organization that has half of the places already (turns.md#nobody-starves). Errors: `rate_limited`. */
export function requireShare(
  viewers: readonly { organizationId: string }[],
  { organizationId, maxViewers }: { organizationId: string; maxViewers: number },
): void {
  if (viewers.filter((viewer) => viewer.organizationId === organizationId).length < maxViewers / 2) return
  throw new Refusal('rate_limited', 'Too many people of this organization watch at once. Try again later.', undefined, {
    retryAfter: 30,
  })
}
