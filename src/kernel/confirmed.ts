import { Refusal } from './errors.ts'

/** What the stored records ask of a call: the scope to publish and a confirmation, or only a confirmation (calls.md#confirmation-is-derived). */
export type Demand = 'scope' | 'confirm' | false

/** What a call that starts a job was confirmed for, in rising order. */
export const confirmations = ['nothing', 'confirm', 'scope'] as const
export type Confirmed = (typeof confirmations)[number]

/** Refuses what needs a confirmation that the call did not have (publishing.md#bulk-keeps-its-confirmation). */
export function requireConfirmed(demand: Demand, confirmed: Confirmed): void {
  if (demand === false || confirmations.indexOf(demand) <= confirmations.indexOf(confirmed)) return
  throw new Refusal(
    'confirmation_required',
    'The item became public or scheduled after the call, which was not confirmed for that. Repeat it with "confirm": true.',
  )
}
