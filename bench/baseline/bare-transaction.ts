import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import type { Ask, Outcome } from '../load/plan.ts'
import { send } from '../load/send.ts'
import type { Target, Work } from '../measure.ts'
import type { MeasuredPlace } from '../product/measured.ts'
import { startProduct, untilQuiet } from '../product/product.ts'
import { isAlike, type Recording } from './recorded.ts'
import type { TransactionTask } from './transaction-baseline.ts'

/** Connections of one organization, as many as the product lets it have. */
const lanes = 5
/** How often a call is recorded until two recordings are equal: what the background sends meanwhile is in some of them. */
const attempts = 12

/** Two recordings of the same call, by the id of its row. */
type Recorded = ReadonlyMap<string, readonly [Recording, Recording]>

/**
 * Records what these calls send to PostgreSQL, in a process of the product that nothing is timed in. The first calls warm up:
 * what is read once per process is not part of a call.
 */
export async function recordCalls(
  { dataDir, databaseUrl }: MeasuredPlace,
  calls: Readonly<Record<string, readonly Ask[]>>,
): Promise<Recorded> {
  const preload = join(import.meta.dirname, 'record-messages.ts')
  const product = await startProduct({ dataDir, databaseUrl, preload, env: { WORKER: 'off' } })
  try {
    await untilQuiet(product, 30_000)
    const found = new Map<string, readonly [Recording, Recording]>()
    for (const [id, asks] of Object.entries(calls)) {
      const all: Recording[] = []
      for (let n = 0; n < attempts && !found.has(id); n++) {
        const ask = asks[n % asks.length]
        if (ask === undefined) break
        product.tell({ ask: 'record' })
        const { status } = await send(product.url, ask)
        const { recorded } = (await product.ask({ ask: 'recorded' })) as { recorded: Recording }
        if (status !== 200) throw new Error(`A call to record was answered ${status}`)
        const same = n < 2 ? undefined : all.find((other) => isAlike(other, recorded))
        if (same !== undefined) found.set(id, [same, recorded])
        if (n > 0) all.push(recorded)
      }
    }
    return found
  } finally {
    await product.stop()
  }
}

/** A bare `pg` script that sends the same transactions, in a process of its own for as long as `work` takes. */
export async function withBareTransaction<T>(
  { databaseUrl = '', database }: Pick<MeasuredPlace, 'databaseUrl' | 'database'>,
  recordings: readonly [Recording, Recording],
  work: (baseline: Target) => Promise<T>,
): Promise<T> {
  const file = join(import.meta.dirname, 'transaction-baseline.ts')
  const child = fork(file, { execArgv: ['--conditions=source'], serialization: 'advanced' })
  const own = async (_work: Work, seconds: number): Promise<Outcome> => {
    const task: TransactionTask = { databaseUrl, recordings, lanes, seconds }
    child.send(task)
    const over = new AbortController()
    const answered = once(child, 'message', over)
    const ended = once(child, 'exit', over).then(() => {
      throw new Error('The bare transactions failed: see above')
    })
    try {
      const [outcome] = (await Promise.race([answered, ended])) as [Outcome]
      return outcome
    } finally {
      for (const each of [answered, ended]) each.catch(() => undefined)
      over.abort()
    }
  }
  try {
    return await work({ url: '', meter: { pid: child.pid ?? 0, database }, own })
  } finally {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}
