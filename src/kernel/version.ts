import { sql } from 'kysely'

import { Refusal } from './errors.ts'

/** Refuses with `version_conflict` when the caller has seen another version than the stored one (D-19). */
export function requireVersion(stored: { version: number }, ifVersion: number | undefined): void {
  if (ifVersion === undefined || ifVersion === stored.version) return
  throw new Refusal(
    'version_conflict',
    `The record has version ${stored.version}, not ${ifVersion}. Read it again and repeat the change on what it says now.`,
    { version: stored.version },
  )
}

/** What every change of a record sets besides its fields: the next version, and the time (D-19). */
export const nextVersion = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` }
