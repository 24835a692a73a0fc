import { setTimeout as sleep } from 'node:timers/promises'

import { Refusal } from '#kernel/errors.ts'
import { type Installation, openInstallation } from '#main/installation.ts'
import type { Surroundings } from '#main/surroundings.ts'
import type { Config } from '#platform/config/config.ts'
import { askServer, NobodyListens, pingServer } from '#platform/database/control.ts'
import { readLock, serverIsRunning } from '#platform/database/lock.ts'

import { requireDatabase } from './as-owner.ts'
import type { ControlRequest } from './control-commands.ts'
import { findServer } from './find-server.ts'

/** How long to wait for a server that is starting, in ms: the first start of a slow machine takes longest. */
const startingMs = 120_000
const lookAgainMs = 250

/** Asks the server that uses the data directory, or does the work here where none runs (database.md#one-process-per-directory). */
export async function askOrDo(
  request: ControlRequest,
  surroundings: Surroundings,
  here: (installation: Installation) => Promise<unknown>,
  onProgress?: (step: unknown) => void,
): Promise<unknown> {
  const { config } = surroundings
  const giveUpAt = performance.now() + startingMs
  for (;;) {
    const lock = config.database.url === null ? await readLock(config.dataDir) : undefined
    if (lock === undefined) {
      // Only this one makes an installation: any other in the wrong folder would make an empty one, and find it in order.
      if (request.command !== 'setup') await requireDatabase(surroundings)
      return withInstallation(surroundings, here)
    }
    try {
      await pingServer(lock)
      return await askServer(lock.control, request, onProgress)
    } catch (error) {
      // One that ended meanwhile may have done half of it: nobody goes on here without being asked.
      if (!(error instanceof NobodyListens)) throw error
    }
    // Its holder died without removing the lock, which the next process to open the directory takes over; or it is still starting.
    try {
      return await withInstallation(surroundings, here)
    } catch (error) {
      if (!isRunningServer(error)) throw error
      if (performance.now() > giveUpAt) throw stillStarting(error)
    }
    await sleep(lookAgainMs)
  }
}

type RunningServer = Refusal & { details: { pid: number } }

function isRunningServer(error: unknown): error is RunningServer {
  return error instanceof Refusal && error.details !== undefined && 'pid' in error.details
}

function stillStarting({ details: { pid } }: RunningServer): Refusal {
  return new Refusal(
    'unavailable',
    `The server (pid ${pid}) takes no commands yet, or no longer: repeat this one when it has printed its address.`,
    { pid },
  )
}

/** For commands that need the data directory for themselves. */
export async function refuseBesideServer(config: Config): Promise<void> {
  const server = await findServer(config)
  if (server !== undefined) throw serverIsRunning(server.pid)
}

/** Opens the installation for one piece of work; `folder` has the migrations to run, by default all. */
export async function withInstallation<T>(
  { config, log, warn }: Surroundings,
  work: (installation: Installation) => Promise<T>,
  folder?: string,
): Promise<T> {
  const installation = await openInstallation({
    config,
    log,
    folder,
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
