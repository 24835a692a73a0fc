import { sql } from 'kysely'

import { Refusal } from './errors.ts'

/** Refuses with `version_conflict` unless the record has the version that the caller saw (calls.md#versions-lock-changes). */
export function requireVersion(stored: number, expected: number | undefined): void {
  if (expected === undefined || expected === stored) return
  throw new Refusal(
    'version_conflict',
    `The record has version ${stored}, not ${expected}: read it again and repeat the change.`,
    { version: stored, expected },
  )
}

/** What every change of a record sets besides its fields: the next version, and the time. */
export const nextVersion = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` }
