import { readdirSync, readFileSync } from 'node:fs'

/** Whether this machine shows its processes as files. */
export function hasProc(): boolean {
  return read('/proc/self/stat') !== undefined
}

/** A process and all that it started, as they are right now. */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined
    if (stat === undefined) continue
    children.set(stat.parent, [...(children.get(stat.parent) ?? []), Number(name)])
  }
  const found = [root]
  for (const pid of found) found.push(...(children.get(pid) ?? []))
  return found
}

/** Processor time of one process so far. Reading it costs the process nothing. */
export type ProcessTime = {
  /** By thread, in ms, exact to nanoseconds; empty where the kernel does not count them. */
  threads: ReadonlyMap<string, number>
  /** Of all threads, with those that ended and the children that were waited for, in ms; in steps of 10 ms. */
  ticks: number
}

/** The processor time of a process; undefined if there is none with this number. */
export function timeOf(pid: number): ProcessTime | undefined {
  const stat = statOf(pid)
  if (stat === undefined) return undefined
  const threads = new Map<string, number>()
  for (const thread of list(`/proc/${pid}/task`)) {
    const [nanoseconds] = (read(`/proc/${pid}/task/${thread}/schedstat`) ?? '').split(' ')
    if (nanoseconds) threads.set(thread, Number(nanoseconds) / 1e6)
  }
  return { threads, ticks: stat.ticks }
}

/** ms between two readings of one process: exact, except where a thread ended or a child was waited for in between. */
export function elapsed(before: ProcessTime, after: ProcessTime): number {
  const isWhole = before.threads.size > 0 && [...before.threads.keys()].every((thread) => after.threads.has(thread))
  const exact = sum(after.threads.values()) - sum(before.threads.values())
  const ticks = after.ticks - before.ticks
  return isWhole ? exact : Math.max(exact, ticks)
}

/** Resident memory of these processes in MB, now and at its highest; `fileMb`: the part of it that is pages of files. */
export function memoryOf(pids: readonly number[]): { rssMb: number; peakMb: number; fileMb: number } {
  const of = (name: string) =>
    sum(
      pids.map((pid) =>
        Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(read(`/proc/${pid}/status`) ?? '')?.[1] ?? 0),
      ),
    )
  return { rssMb: of('VmRSS') / 1024, peakMb: of('VmHWM') / 1024, fileMb: of('RssFile') / 1024 }
}

/** The load average of the last minute. */
export function loadAverage(): number {
  return Number((read('/proc/loadavg') ?? '').split(' ')[0] || NaN)
}

/** The line of /proc/<pid>/stat from the third field on: the name before it may contain anything. */
function statOf(pid: number): { parent: number; ticks: number } | undefined {
  const text = read(`/proc/${pid}/stat`)
  if (text === undefined) return undefined
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  // utime, stime, cutime, cstime in ticks of 10 ms.
  const ticks = sum(fields.slice(11, 15).map(Number)) * 10
  return { parent: Number(fields[1]), ticks }
}

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

// A process may end at any time.
function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
