import { firstOwner } from '#areas/organizations/index.ts'
import { startJob } from '#catalog/run/start-job.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Start } from '#kernel/job.ts'

/** Starts jobs that nobody called for, such as what follows from a date, in the name of the organization's first owner. */
export const startedBySystem =
  (db: Writer): Start =>
  async (job, input, options) => {
    const userId = await firstOwner(db)
    if (userId === undefined) throw new Refusal('not_found', 'This organization no longer has an owner.')
    const actor = { kind: 'system', userId, credentialType: 'system', credentialId: userId, clientName: null } as const
    return startJob(db, job, { input, actor, requestId: newId('request'), ...options })
  }
