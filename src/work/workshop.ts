import type { JobRunner } from '#catalog/run/run-job.ts'
import { type QueueName, queueNames } from '#kernel/job.ts'
import type { Log } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { createLoop, type Loop } from '#platform/jobs/loop.ts'
import { openQueue, type Queue, type Taken } from '#platform/jobs/queue.ts'

/** Background work of this process: takes jobs from the queue, and does what is due. */
export type Workshop = {
  start(): Promise<void>
  /** Told after a commit that a job waits. */
  wake(): void
  /** Takes nothing more, gives back what it cannot finish, and waits for what runs. */
  stop(): Promise<void>
}

/** Something that comes due by itself, such as a date: answers whether more is left. `wake` begins its next round. */
export type Due = {
  name: string
  everyMs: number
  round: (stopping: AbortSignal, wake: () => void) => Promise<'more' | 'idle'>
  /** Ends what its rounds began and did not wait for. */
  stop?: () => Promise<void>
}

type Parts = {
  database: TenantDatabase
  runner: JobRunner
  due: readonly Due[]
  log: Log
}

const second = 1000
const touchEvery = 5 * second
/** Jobs of one queue that this process runs at once. */
const atOnce: Record<QueueName, number> = { quick: 3, bulk: 2 }
/** Those of one organization, counted over all nodes: one place stays free for the others. */
const perOrganization = (name: QueueName) => Math.max(1, atOnce[name] - 1)

/** Joins the queue, the jobs and what comes due. The queue is loaded when it starts: a server without a worker never is. */
export function createWorkshop({ database, runner, due, log }: Parts): Workshop {
  const stopping = new AbortController()
  const running = new Map<QueueName, Map<string, { taken: Taken; end: Promise<void> }>>(
    queueNames.map((name) => [name, new Map()]),
  )
  let queue: Queue | undefined
  let loops: Loop[] = []
  let outbox: Loop | undefined
  let touching: NodeJS.Timeout | undefined

  async function start(): Promise<void> {
    const opened = await openQueue({ database, log })
    queue = opened
    outbox = loop('outbox', second, async () => {
      const n = await opened.dispatch()
      if (n > 0) for (const taker of takers) taker.wake()
      return n > 0 ? 'more' : 'idle'
    })
    const takers: Loop[] = queueNames.map((name) => loop(`jobs ${name}`, second, () => take(opened, name, takers)))
    loops = [outbox, ...takers, ...due.map(dueLoop)]
    for (const each of loops) each.start()
    touching = setInterval(() => void touch(opened), touchEvery)
  }

  function loop(name: string, everyMs: number, round: () => Promise<'more' | 'idle'>): Loop {
    return createLoop({ name, everyMs, round, log })
  }

  function dueLoop({ name, everyMs, round }: Due): Loop {
    const own: Loop = loop(name, everyMs, () => round(stopping.signal, () => own.wake()))
    return own
  }

  async function take(from: Queue, name: QueueName, takers: readonly Loop[]): Promise<'more' | 'idle'> {
    const own = ofQueue(name)
    const room = atOnce[name] - own.size
    if (room <= 0) return 'idle'
    const taken = await from.take(name, room, { perOrganization: perOrganization(name) })
    for (const one of taken) {
      const end = work(from, name, one).finally(() => {
        own.delete(one.id)
        for (const taker of takers) taker.wake()
      })
      own.set(one.id, { taken: one, end })
    }
    return taken.length > 0 ? 'more' : 'idle'
  }

  async function work(from: Queue, name: QueueName, taken: Taken): Promise<void> {
    try {
      const end = await runner.run(taken.ticket, stopping.signal)
      await (end === 'ended' ? from.done(name, taken) : from.again(name, taken))
    } catch (error) {
      // Its sign of life ends, and another worker takes it.
      log.error({ ...taken.ticket, err: error }, 'job could not be run')
      await from.again(name, taken).catch(() => undefined)
    }
  }

  async function touch(from: Queue): Promise<void> {
    for (const name of queueNames) {
      await from
        .touch(
          name,
          [...ofQueue(name).values()].map(({ taken }) => taken),
        )
        .catch((error: unknown) => log.warn({ err: error }, 'no sign of life could be given'))
    }
  }

  function ofQueue(name: QueueName) {
    return running.get(name) ?? new Map<string, { taken: Taken; end: Promise<void> }>()
  }

  return {
    start,
    // The loop of the outbox wakes the takers with what it hands on.
    wake: () => outbox?.wake(),
    async stop() {
      stopping.abort()
      await Promise.all(loops.map((each) => each.stop()))
      await Promise.all(due.map((each) => each.stop?.()))
      // What still runs gives its signs of life, or another worker would begin the same.
      await Promise.all(queueNames.flatMap((name) => [...ofQueue(name).values()].map(({ end }) => end)))
      clearInterval(touching)
      await queue?.stop()
    },
  }
}
