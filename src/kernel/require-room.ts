import { Refusal } from './errors.ts'

/** `what`: its name in the plural. `path`: the field of the input that would create it. */
type Room = { what: string; most: number; path: `/input/${string}`; remedy: string }

/**
 * Refuses another one of what calls read whole where an organization has the most of it (database.md#read-whole-has-a-most). Only
 * what creates asks: what is stored stays.
 */
export function requireRoom(existing: number, { what, most, path, remedy }: Room): void {
  if (existing < most) return
  const message = `An organization has at most ${most} ${what}`
  throw new Refusal('validation_failed', `${message}. ${remedy}`, [{ path, message, code: 'too_big' }])
}
