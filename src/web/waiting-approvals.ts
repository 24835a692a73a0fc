import type { InputOf } from '#web/operations.ts'

/** What waits for a person, as the shell reads it for its count; the Desk lists the same answer. */
export const waitingApprovals: InputOf<'listApprovals'> = { state: 'pending', pageSize: 10 }
