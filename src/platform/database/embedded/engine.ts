import { dirname } from 'node:path'
import type { Duplex } from 'node:stream'
import type { Log } from '#kernel/log.ts'
import { DatabaseGone } from '#platform/database/database-gone.ts'
import type { GoneReason } from '#platform/database/database-gone.ts'
import { checkFreeSpace, ensureDirectory } from './create-directory.ts'
import { wireStream } from './duplex.ts'
import { openThread } from './engine-thread.ts'
import type { EngineThread } from './engine-thread.ts'
import { watchStatements } from './watchdog.ts'
import { stateOf } from './worker-messages.ts'

export type EngineOptions = {
  directory: string
  fsync: boolean
  log: Log
  /** Called when the engine does not stay alive: the process must end with this message. */
  onFatal: (error: Error) => void
  /** How long one statement may run, in ms; 30 s by default. */
  statementLimit?: number
}

/** PGlite in a thread of its own, reopened from disk whenever it dies. */
export type EmbeddedEngine = {
  /** A stream for one more client of the driver. */
  connect(): Duplex
  isOpen(): boolean
  /** Waits while the engine is reopened; rejects when it will not be. */
  whenOpen(): Promise<void>
  /** Ends this life of the engine, which was seen to answer improperly. */
  reportDeath(reason: string): void
  /** Closes the engine, works on its files, opens it again. */
  whileClosed<T>(work: () => Promise<T>): Promise<T>
  /** Runs work whose statements may take as long as they like. */
  withoutLimit<T>(work: () => Promise<T>): Promise<T>
  counts(): { aborts: number; syncedFiles: number; syncedDirectories: number }
  /** Ends the engine for good, without a last write: another process has its directory. */
  abandon(): void
  close(): Promise<void>
}

/** The span, in ms, in which aborts are counted; after too many the engine is not opened again. */
const abortWindow = 10 * 60_000
const abortLimit = 3

/** Opens the embedded engine, creating its directory first when there is none. */
export async function openEngine(options: EngineOptions): Promise<EmbeddedEngine> {
  const { directory, fsync, log } = options
  await checkFreeSpace(dirname(directory))
  await ensureDirectory(directory)

  const streams = new Set<(error: Error) => void>()
  const aborts: number[] = []
  let isClosing = false
  let current: EngineThread | undefined
  let opening = open()
  await opening

  const watchdog = watchStatements({
    limit: options.statementLimit ?? 30_000,
    running: () => (current ? Atomics.load(current.state, stateOf.running) : 0),
    onOverrun: () => void end('timeout', 'a statement ran too long'),
  })

  async function open(): Promise<EngineThread> {
    const thread = await openThread(directory, fsync).catch((cause: unknown) => {
      throw new Error(`The database in ${directory} cannot be opened. ${restoreStep}`, { cause })
    })
    current = thread
    void follow(thread)
    return thread
  }

  async function follow(thread: EngineThread): Promise<void> {
    const reason = await thread.died
    if (thread === current) await end('aborted', reason)
  }

  /** Ends a life of the engine and begins the next. */
  async function end(reason: GoneReason, message: string): Promise<void> {
    const thread = current
    if (!thread || isClosing) return
    current = undefined
    log.error({ reason, message }, 'database engine lost')
    const reopened = Promise.withResolvers<EngineThread>()
    opening = reopened.promise
    opening.catch(() => undefined)
    loseStreams(new DatabaseGone(reason, `The database engine was lost: ${message}`))
    await thread.kill()

    try {
      if (reason === 'aborted') refuseAfterTooMany(aborts)
      reopened.resolve(await open())
      log.info({}, 'database engine reopened')
    } catch (error) {
      const fatal = error instanceof Error ? error : new Error(String(error))
      reopened.reject(new DatabaseGone('aborted', fatal.message, { cause: fatal }))
      options.onFatal(fatal)
    }
  }

  function loseStreams(error: Error): void {
    for (const lose of streams) lose(error)
    streams.clear()
  }

  async function shut(): Promise<void> {
    const thread = await opening
    current = undefined
    loseStreams(new DatabaseGone('lost', 'The database engine is closed'))
    await thread.close()
  }

  return {
    connect: () =>
      wireStream(async (stream) => {
        const channel = (await opening).open(stream.push)
        streams.add(stream.lost)
        const close = () => {
          streams.delete(stream.lost)
          channel.close()
        }
        return { send: channel.send, close }
      }),
    isOpen: () => current !== undefined,
    whenOpen: async () => void (await opening),
    reportDeath: (reason) => void end('aborted', reason),
    async whileClosed(work) {
      await shut()
      const reopened = Promise.withResolvers<EngineThread>()
      opening = reopened.promise
      opening.catch(() => undefined)
      try {
        return await work()
      } finally {
        await open().then(reopened.resolve, reopened.reject)
        await opening
      }
    },
    withoutLimit: (work) => watchdog.pauseDuring(work),
    counts: () => ({
      aborts: aborts.length,
      syncedFiles: current ? Atomics.load(current.state, stateOf.syncedFiles) : 0,
      syncedDirectories: current ? Atomics.load(current.state, stateOf.syncedDirectories) : 0,
    }),
    abandon() {
      isClosing = true
      watchdog.stop()
      void current?.kill()
      current = undefined
      opening = Promise.reject(new DatabaseGone('lost', 'The database engine is closed'))
      opening.catch(() => undefined)
      loseStreams(new DatabaseGone('lost', 'The database engine is closed'))
    },
    async close() {
      if (isClosing) return
      isClosing = true
      watchdog.stop()
      await shut().catch((error: Error) => log.warn({ error: error.message }, 'database engine was not open at close'))
    },
  }
}

const restoreStep =
  'If this repeats, stop Masthead, put the newest folder of "snapshots" in the place of "database" in the data directory, and start again.'

function refuseAfterTooMany(aborts: number[]): void {
  const now = performance.now()
  aborts.push(now)
  const recent = aborts.filter((at) => now - at < abortWindow)
  if (recent.length < abortLimit) return
  throw new Error(`The database engine aborted ${recent.length} times within ten minutes. ${restoreStep}`)
}
