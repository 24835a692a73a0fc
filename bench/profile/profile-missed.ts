import { join } from 'node:path'

import type { MeasuredPlace } from '../product/measured.ts'
import { startProduct, untilQuiet } from '../product/product.ts'
import type { Profile } from '../result/result.ts'
import type { Run, Wanted } from '../rows.ts'
import type { Share } from './shares.ts'

/** How long a row is profiled, in seconds. */
const seconds = 2
/** Requests of a row that can be sent only once. */
const few = 40

/**
 * Profiles the rows whose goal was just missed, each for a while, in a process of the product that nothing is timed in: so that a
 * result says what its missed goals are spent on.
 */
export async function profileMissed(
  { dataDir, databaseUrl }: Pick<MeasuredPlace, 'dataDir' | 'databaseUrl'>,
  env: Readonly<Record<string, string>>,
  run: Run,
): Promise<void> {
  const missed = run.missed.splice(0)
  if (missed.length === 0) return
  const preload = join(import.meta.dirname, 'profiled.ts')
  const product = await startProduct({ dataDir, databaseUrl, env, preload })
  const drive = (wanted: Wanted, of: number) => {
    const { work } = wanted
    const asks = work.takes?.(few) ?? work.asks
    if (asks.length === 0) return Promise.resolve()
    const plan = { url: product.url, connections: run.options.connections, asks, seconds: of }
    return run.load.run(work.takes === undefined ? plan : { ...plan, once: true })
  }
  try {
    await untilQuiet(product, 30_000)
    for (const wanted of missed) {
      await drive(wanted, 1)
      await product.ask({ ask: 'profile' })
      await drive(wanted, run.options.quick ? 0.5 : seconds)
      const { profiled } = (await product.ask({ ask: 'profiled' })) as { profiled: Share[] }
      const { id, group, engine } = wanted
      const profile: Profile = { id, group, engine, shares: profiled }
      run.profiles.push(profile)
    }
  } finally {
    await product.stop()
  }
}
