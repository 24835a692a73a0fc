import { Refusal } from './errors.ts'

/** Refuses with `version_conflict` unless the record has the version that the caller saw (D-19). */
export function requireVersion(stored: number, expected: number | undefined): void {
  if (expected === undefined || expected === stored) return
  throw new Refusal(
    'version_conflict',
    `The record has version ${stored}, not ${expected}: read it again and repeat the change.`,
    { version: stored, expected },
  )
}
