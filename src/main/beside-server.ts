import { Refusal } from '#kernel/errors.ts'
import type { Config } from '#platform/config/config.ts'
import { askServer } from '#platform/database/control.ts'
import { readLock, serverIsRunning } from '#platform/database/lock.ts'

import type { ControlRequest } from './control-commands.ts'
import { type Installation, openInstallation } from './installation.ts'
import type { Surroundings } from './surroundings.ts'

/** Asks the server that holds the data directory, or does the work here where none runs (data.md 1.3). */
export async function askOrDo(
  request: ControlRequest,
  surroundings: Surroundings,
  here: (installation: Installation) => Promise<unknown>,
  onProgress?: (step: unknown) => void,
): Promise<unknown> {
  const { config } = surroundings
  const lock = config.database.url === null ? await readLock(config.dataDir) : undefined
  if (lock === undefined) return withInstallation(surroundings, here)
  try {
    return await askServer(lock.control, request, onProgress)
  } catch (error) {
    // Its holder died without taking the lock away: whoever opens the directory now takes it over.
    if (error instanceof Refusal && error.code === 'unavailable') return withInstallation(surroundings, here)
    throw error
  }
}

/** For commands that need the data directory for themselves. */
export async function refuseBesideServer(config: Config): Promise<void> {
  const lock = config.database.url === null ? await readLock(config.dataDir) : undefined
  if (lock === undefined) return
  const answers = await askServer(lock.control, { command: 'ping' }).then(
    () => true,
    (error: unknown) => !(error instanceof Refusal && error.code === 'unavailable'),
  )
  if (answers) throw serverIsRunning(lock.pid)
}

/** Opens the installation for one piece of work. */
export async function withInstallation<T>(
  { config, log, warn }: Surroundings,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const installation = await openInstallation({
    config,
    log,
    onFatal: (error) => {
      warn(error.message)
      process.exit(1)
    },
  })
  try {
    return await work(installation)
  } finally {
    await installation.close()
  }
}
