import type { Log } from '#kernel/log.ts'
import type { Config } from '#platform/config/config.ts'
import type { Backend } from '#platform/database/backend.ts'
import { readProbe } from '#platform/database/inspect.ts'
import { keyFilePath, readKeyFile } from '#platform/vault/key-file.ts'
import { openVault } from '#platform/vault/vault.ts'

/** Whether requests can be served. */
export type Readiness = {
  /** Looks now (http.md#probes-say-one-word). Never throws. */
  ready(): Promise<boolean>
  close(): void
}

type Parts = { config: Pick<Config, 'masterKeys' | 'dataDir'>; backend: Backend; log: Log }

/** The longest the event loop may stand still, and how long that is remembered, in ms. */
const longestDelay = 2000
const rememberedFor = 10_000
/** How often its delay is measured, in ms: more often would wake an idle process for nothing. */
const measuredEvery = 250

/**
 * Looks at what a process depends on: the database answers and has room, the keys are where the next start looks for them and open
 * what they sealed, the event loop runs. What becomes missing is logged once, and so is its return.
 */
export function watchReadiness({ config, backend, log }: Parts): Readiness {
  const delay = watchDelay()
  let missing: string | undefined

  const look = async (): Promise<{ missing: string; reason?: string } | undefined> => {
    if (delay.sinceLast() > longestDelay) return { missing: 'event loop' }
    if (!(await backend.ready())) return { missing: 'database' }
    const probe = await backend.pools.auth.use(readProbe)
    return keysOpen(config, probe).then(
      () => undefined,
      (error: Error) => ({ missing: 'keys', reason: error.message }),
    )
  }

  return {
    async ready() {
      const found = await look().catch(() => ({ missing: 'database' }))
      if (found !== undefined && found.missing !== missing) log.warn(found, 'not ready')
      if (found === undefined && missing !== undefined) log.info({ missing }, 'ready again')
      missing = found?.missing
      return found === undefined
    },
    close: delay.stop,
  }
}

/** Measures how late timers of this process come. `sinceLast`: the worst since it was asked before, not longer than ten seconds ago, in ms. */
function watchDelay(): { sinceLast(): number; stop(): void } {
  let tick = performance.now()
  let worst = { ms: 0, at: tick }
  const late = () => performance.now() - tick - measuredEvery
  const timer = setInterval(() => {
    const ms = late()
    tick = performance.now()
    if (ms > worst.ms || tick - worst.at > rememberedFor) worst = { ms, at: tick }
  }, measuredEvery)
  timer.unref()
  return {
    sinceLast() {
      const now = performance.now()
      const found = Math.max(now - worst.at > rememberedFor ? 0 : worst.ms, late())
      worst = { ms: 0, at: now }
      return found
    },
    stop: () => clearInterval(timer),
  }
}

/** Throws unless the keys as they are stored now open the probe. */
async function keysOpen({ masterKeys, dataDir }: Parts['config'], probe: string | null): Promise<void> {
  const keys = masterKeys ?? (await readKeyFile(keyFilePath(dataDir)))
  if (probe !== null) (await openVault({ keys, dataDir })).checkProbe(probe)
}
