import { readFileSync } from 'node:fs'

import type { Share } from '../profile/shares.ts'
import { type ProcessTime, timeOf } from './process-tree.ts'

type Of = { before?: ProcessTime | undefined; total: number; rest: string }

/**
 * Processor time of the threads of a process, since `before` or its start, as shares of `total` ms, the largest first. What no
 * thread of it spent is the `rest`.
 */
export function threadShares(pid: number, { before, total, rest }: Of): Share[] {
  const spent = new Map<string, number>()
  for (const [thread, time] of timeOf(pid)?.threads ?? []) {
    const kind = kindOf(pid, thread)
    spent.set(kind, (spent.get(kind) ?? 0) + time - (before?.threads.get(thread) ?? 0))
  }
  return sharesOfThreads(spent, { total, rest })
}

/** Shares of a hundredth and more. */
export function sharesOfThreads(
  spent: ReadonlyMap<string, number>,
  { total, rest }: { total: number; rest: string },
): Share[] {
  const known = [...spent.values()].reduce((sum, time) => sum + time, 0)
  return [...spent, [rest, total - known] as const]
    .map(([of, time]) => ({ of, part: time / total, mostly: [] }))
    .filter(({ part }) => part >= 0.01)
    .toSorted((a, b) => b.part - a.part)
}

const kinds: Readonly<Record<string, string>> = {
  MainThread: 'main thread',
  node: 'main thread',
  V8Worker: 'threads of V8, which compile and collect',
  'masthead-databa': "thread of the database's engine",
  WorkerThread: 'threads that render',
  'libuv-worker': 'threads of libuv',
}

// Linux keeps 15 characters of a name. A thread may end at any time.
function kindOf(pid: number, thread: string): string {
  try {
    return kinds[readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim()] ?? 'other threads'
  } catch {
    return 'other threads'
  }
}
