import type { Pace } from '#areas/integrations/pace.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** When a push is tried again (integrations.md#pushes-are-tried-again): the pause before each attempt, in milliseconds. */
export const pushPace: Pick<Pace, 'pausesMs' | 'jitter'> = {
  pausesMs: [0, 5 * second, 30 * second, 5 * minute, 30 * minute, 2 * hour],
  jitter: 0.2,
}

/** How long a push waits for another one of the same item. */
export const heldPauseMs = second

/** How often work that waits for a person (a credential, a target) looks by itself whether it may go on. */
export const patienceMs = hour
