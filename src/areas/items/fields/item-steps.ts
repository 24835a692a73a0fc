import { Refusal } from '#kernel/errors.ts'

import type { Status } from './item-fields.ts'

/** Where an item is, as far as steps go: its status as every interface shows it, or the trash. */
export type StateOfItem = Status | 'trash'

/** A step, the operation that takes it, and the states that it leads from (content.md#steps-of-a-status). */
type Step = { by: string; from: readonly StateOfItem[]; to: StateOfItem | 'gone' }

export const itemSteps: readonly Step[] = [
  { by: 'scheduleItem', from: ['draft', 'scheduled'], to: 'scheduled' },
  { by: 'publishItem', from: ['draft', 'scheduled'], to: 'published' },
  { by: 'unscheduleItem', from: ['scheduled'], to: 'draft' },
  { by: 'unpublishItem', from: ['published'], to: 'draft' },
  { by: 'deleteItem', from: ['draft', 'scheduled', 'published'], to: 'trash' },
  { by: 'restoreItem', from: ['trash'], to: 'draft' },
  { by: 'deleteItem with permanent: true', from: ['trash'], to: 'gone' },
]

/** Whether a step leads from one state to another. */
export function leadsTo(from: StateOfItem, to: StateOfItem): boolean {
  return itemSteps.some((step) => step.from.includes(from) && step.to === to)
}

/** Refuses a step that the state of the item does not allow. The message and the details name those that it does. */
export function notAllowed(from: StateOfItem, to: string): Refusal {
  const allowed = itemSteps.filter((step) => step.from.includes(from)).map(({ by }) => by)
  const state = from === 'trash' ? 'in the trash' : from
  return new Refusal(
    'invalid_transition',
    `An item that is ${state} cannot become ${to}. It takes ${allowed.join(', ')}.`,
    { state: from, requested: to, allowed },
  )
}
