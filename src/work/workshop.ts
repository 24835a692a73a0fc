import { keepJobs, nextJob, releaseJobs } from '#areas/jobs/index.ts'
import type { JobRunner } from '#catalog/run/run-job.ts'
import { queueNames, type Wake } from '#kernel/job.ts'
import type { Log } from '#kernel/log.ts'
import type { Rank } from '#kernel/turns.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { createLoop, type Loop } from '#platform/jobs/loop.ts'
import type { WakeUps } from '#platform/jobs/wake-ups.ts'

import { lookAhead, type NextDue } from './look-ahead.ts'
import { createTaker, type Taker } from './take-jobs.ts'

/** Background work of this process: runs jobs, and does what is due. */
export type Workshop = {
  start(): Promise<void>
  /** Takes nothing more, gives back what it cannot finish, and waits for what runs. */
  stop(): Promise<void>
}

/** Something that comes due by itself, such as a date: a round says whether more is left. `wake` begins its next round. */
export type Due = {
  name: string
  next: NextDue
  /** Of what its rounds ask for; background by default. */
  rank?: Rank
  /** Between two rounds, in ms; none by default. */
  pauseMs?: number
  round: (stopping: AbortSignal, wake: () => void) => Promise<'more' | 'idle'>
  /** Ends what its rounds began and did not wait for. */
  stop?: () => Promise<void>
}

type Parts = {
  database: TenantDatabase
  runner: JobRunner
  due: readonly Due[]
  wakeUps: WakeUps
  log: Log
}

/** Loops of one kind of work, which begin a round when they are woken: by the look that finds it due, or by a call. */
type Works = { name: string; next: NextDue; pauseMs: number; loops: readonly Loop[] }

const second = 1000
const signEvery = 5 * second
/** The longest time without a look, for what nobody reported (jobs.md#one-look-for-everything). Only a server has other nodes. */
const lookEvery = { postgres: 3 * second, pglite: 5 * second }
/** A look after a change: one for all changes of this time. */
const changesWithin = 250

/** Joins the jobs, what comes due, and the one look that finds out when. */
export function createWorkshop({ database, runner, due, wakeUps, log }: Parts): Workshop {
  const stopping = new AbortController()
  const { signal } = stopping
  const takers = queueNames.map((queue) => createTaker({ database, runner, queue, stopping: signal, log }))
  const jobs: Works = {
    name: 'jobs',
    next: nextJob(runner.kinds),
    pauseMs: 0,
    loops: takers.map(({ rank, round }) => wokenLoop({ name: 'jobs', rank, round, log })),
  }
  const works = [
    jobs,
    ...due.map(({ name, next, rank, pauseMs = 0, round }) => {
      const loop = wokenLoop({ name, rank, round: (wake) => round(signal, wake), log })
      return { name, next, pauseMs, loops: [loop] }
    }),
  ]
  const everyMs = lookEvery[database.backend.kind]
  const look = createLoop({ name: 'look', everyMs, rank: 'due', round: lookerAt(database, works), log })
  const loops = [look, ...works.flatMap((work) => work.loops)]
  let deafen: (() => void) | undefined
  let signs: NodeJS.Timeout | undefined

  function hear(what: Wake): void {
    if (what === 'job') for (const loop of jobs.loops) loop.wake()
    look.wakeWithin(changesWithin)
  }

  return {
    async start() {
      // An embedded database belongs to one process: what an earlier one had taken is free again.
      const takenBefore = new Date(performance.timeOrigin)
      if (database.backend.kind === 'pglite') await database.asSystem((db) => releaseJobs(db, { takenBefore }))
      for (const loop of loops) loop.start()
      deafen = wakeUps.listen(hear)
      signs = setInterval(() => void giveSigns({ database, takers, log }), signEvery)
    },
    async stop() {
      stopping.abort()
      deafen?.()
      await Promise.all(loops.map((loop) => loop.stop()))
      await Promise.all(due.map((each) => each.stop?.()))
      // What still runs keeps sending heartbeats, or another worker would start the same job.
      await Promise.all(takers.map((taker) => taker.ended()))
      clearInterval(signs)
    },
  }
}

type Woken = {
  name: string
  rank: Rank | undefined
  round: (wake: () => void) => Promise<'more' | 'idle'>
  log: Log
}

/** A loop without a time of its own, whose rounds can ask for the next one. */
function wokenLoop({ name, rank = 'background', round, log }: Woken): Loop {
  const loop: Loop = createLoop({ name, everyMs: Infinity, rank, round: () => round(() => loop.wake()), log })
  return loop
}

/** Wakes what is due, and returns when to look again: a second later while anything is due, else when the next work is. */
function lookerAt(database: TenantDatabase, works: readonly Works[]): () => Promise<number> {
  const look = lookAhead(database, Object.fromEntries(works.map(({ name, next }) => [name, next])))
  const wokenAt = new Map<string, number>()
  return async () => {
    const inMs = await look()
    const now = performance.now()
    for (const { name, pauseMs, loops } of works) {
      if ((inMs[name] ?? Infinity) > 0) continue
      const pause = Math.max(0, (wokenAt.get(name) ?? -Infinity) + pauseMs - now)
      if (pause > 0) continue
      wokenAt.set(name, now)
      for (const loop of loops) loop.wake()
    }
    return Math.min(...Object.values(inMs).map((ms) => (ms === null ? Infinity : ms > 0 ? ms : second)))
  }
}

type Signs = { database: TenantDatabase; takers: readonly Taker[]; log: Log }

async function giveSigns({ database, takers, log }: Signs): Promise<void> {
  const tickets = takers.flatMap((taker) => taker.tickets())
  if (tickets.length === 0) return
  await database
    .asSystem((db) => keepJobs(db, tickets))
    .catch((error: unknown) => log.warn({ err: error }, 'no sign of life could be given'))
}
