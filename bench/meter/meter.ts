import type { DatabaseProcesses } from './database-processes.ts'
import { elapsed, hasProc, type ProcessTime, processTree, timeOf } from './process-tree.ts'

/** What work took, in ms of processor time. `database` is null where it is part of `node` or cannot be read. */
export type Cpu = { node: number; database: number | null }

export type Metered = {
  /** The root of the process tree. */
  pid: number
  /** PostgreSQL, if it is another process. */
  database?: DatabaseProcesses | undefined
  /** Processor time so far in ms as the process itself counts it, where there is no /proc. */
  own?: () => Promise<number>
}

/** How often processes that come and go are looked at, in ms: the time of one that ends in between is lost. */
const lookEvery = 200

/** Measures the processor time of a process tree, and of PostgreSQL for it, while `work` goes on. */
export async function metered<T>(
  { pid, database, own }: Metered,
  work: () => Promise<T>,
): Promise<{ cpu: Cpu; result: T }> {
  if (!hasProc()) {
    const before = (await own?.()) ?? NaN
    const result = await work()
    return { cpu: { node: ((await own?.()) ?? NaN) - before, database: null }, result }
  }
  const node = gauge(async () => processTree(pid))
  const backends = database === undefined ? undefined : gauge(() => database.pids())
  const gauges = backends === undefined ? [node] : [node, backends]
  for (const each of gauges) await each.begin()
  const timer = setInterval(() => void Promise.all(gauges.map((each) => each.look())), lookEvery)
  try {
    const result = await work()
    clearInterval(timer)
    for (const each of gauges) await each.look()
    return { cpu: { node: node.total(), database: backends?.count() ? backends.total() : null }, result }
  } finally {
    clearInterval(timer)
  }
}

/** Adds up what processes took since they were first seen; one that began later counts from its own beginning. */
function gauge(pids: () => Promise<number[]>) {
  const first = new Map<number, ProcessTime>()
  const last = new Map<number, ProcessTime>()
  const none: ProcessTime = { threads: new Map(), ticks: 0 }
  const look = async (isBeginning = false) => {
    for (const pid of await pids()) {
      const time = timeOf(pid)
      if (time === undefined) continue
      if (!first.has(pid)) first.set(pid, isBeginning ? time : none)
      last.set(pid, time)
    }
  }
  return {
    begin: () => look(true),
    look: () => look(),
    count: () => last.size,
    total: () => [...last].reduce((sum, [pid, time]) => sum + since(first.get(pid) ?? none, time), 0),
  }
}

function since(before: ProcessTime, after: ProcessTime): number {
  if (before.threads.size > 0 || before.ticks > 0) return elapsed(before, after)
  return Math.max(
    after.ticks,
    [...after.threads.values()].reduce((sum, time) => sum + time, 0),
  )
}
