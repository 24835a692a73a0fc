import type { AnyOperation } from '#kernel/operation.ts'

import { type ContextParts, equipped, type Equipped } from './contexts.ts'
import { runningKeys } from './idempotency.ts'

export type RunnerParts = ContextParts & {
  operations: ReadonlyMap<string, AnyOperation>
  /** In tests a result field that the output schema does not have is a failure. */
  strictResults?: boolean
  /** Told that a call of an organization left a record, once everybody can see it. */
  recorded?: (organizationId: string) => void
  /** Told after a commit that work waits for a worker. */
  wake?: () => void
}

/** What the steps of a call work with. */
export type Kit = Equipped<RunnerParts> & { keys: ReturnType<typeof runningKeys> }

export function kitOf(parts: RunnerParts): Kit {
  return { ...equipped(parts), keys: runningKeys() }
}
