import { z } from 'zod'

import { Refusal } from '#kernel/errors.ts'

const day = 86_400_000

/** The longest life of a key in days; there is no "never" (account.md#life-of-a-key). */
export const longestKeyDays = 365

/** A number of days that a key may live. */
export const keyDays = () => z.int().min(1).max(longestKeyDays)

/**
 * When a new key expires: after the requested number of days, else after the usual one, within what the organization allows.
 * Errors: `validation_failed` when more was requested.
 */
export function expiryOf(
  { asked, usual, longest }: { asked: number | undefined; usual: number; longest: number | null },
  now: Date,
): Date {
  const most = longest ?? longestKeyDays
  if (asked !== undefined && asked > most) throw tooLong(most)
  return new Date(now.getTime() + (asked ?? Math.min(usual, most)) * day)
}

/** The life that a key was given, in whole days. */
export function daysOf({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }): number {
  return Math.min(longestKeyDays, Math.max(1, Math.round((expiresAt.getTime() - createdAt.getTime()) / day)))
}

function tooLong(longest: number): Refusal {
  const message = `Keys of this organization live at most ${longest} days`
  return new Refusal('validation_failed', `${message}.`, [{ path: '/input/expiresInDays', message, code: 'too_big' }])
}
