import { claimJobs } from '#areas/jobs/index.ts'
import type { JobRunner } from '#catalog/run/run-job.ts'
import type { JobTicket, QueueName } from '#kernel/job.ts'
import type { Log } from '#kernel/log.ts'
import type { Rank } from '#kernel/turns.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

/** Takes jobs of one queue and runs them. */
export type Taker = {
  rank: Rank
  /** Takes what is due and there is room for. `wake` is called when one of them has ended. */
  round(wake: () => void): Promise<'more' | 'idle'>
  /** What runs. */
  tickets(): JobTicket[]
  /** Waits for what runs. */
  ended(): Promise<void>
}

type Parts = {
  database: TenantDatabase
  runner: JobRunner
  queue: QueueName
  stopping: AbortSignal
  log: Log
}

/** Jobs of one queue that this process runs at once. */
const atOnce: Record<QueueName, number> = { quick: 3, bulk: 2 }
/** What somebody may wait for goes before what takes long anyway. */
const rankOf: Record<QueueName, Rank> = { quick: 'due', bulk: 'background' }
/** Those of one organization, counted over all nodes: one place stays free for the others. */
const perOrganization = (queue: QueueName) => Math.max(1, atOnce[queue] - 1)

export function createTaker({ database, runner, queue, stopping, log }: Parts): Taker {
  const running = new Map<JobTicket, Promise<void>>()
  let after = ''

  async function round(wake: () => void): Promise<'more' | 'idle'> {
    const limit = atOnce[queue] - running.size
    if (limit <= 0 || stopping.aborted) return 'idle'
    const wanted = { queue, limit, perOrganization: perOrganization(queue), kinds: runner.kinds, after }
    const taken = await database.asSystem((db) => claimJobs(db, wanted))
    after = taken.at(-1)?.organizationId ?? after
    for (const ticket of taken) {
      const end = work(ticket).finally(() => {
        running.delete(ticket)
        wake()
      })
      running.set(ticket, end)
    }
    return taken.length > 0 ? 'more' : 'idle'
  }

  // What fails here stops sending heartbeats, and another worker takes it.
  async function work(ticket: JobTicket): Promise<void> {
    await runner
      .run(ticket, stopping)
      .catch((error: unknown) => log.error({ ...ticket, err: error }, 'job could not be run'))
  }

  return {
    rank: rankOf[queue],
    round,
    tickets: () => [...running.keys()],
    ended: async () => void (await Promise.all(running.values())),
  }
}
