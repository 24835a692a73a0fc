import type { Access } from './access.ts'
import { Refusal } from './errors.ts'

/**
 * For what gives an agent more than it has, as consent and a new key do: refuses a session that has passed the password only, although
 * its account has a second factor (account.md#second-factor-before-access). Errors: 403 `elevation_required`, which asks for both.
 */
export function requireSecondFactor({ lacksSecondFactor }: Pick<Access, 'lacksSecondFactor'>): void {
  if (lacksSecondFactor !== true) return
  throw new Refusal('elevation_required', 'Enter your password again, with a code of your second factor, to do this.')
}
