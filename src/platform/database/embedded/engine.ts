import { dirname } from 'node:path'
import type { Duplex } from 'node:stream'

import type { Log } from '#kernel/log.ts'
import { DatabaseGone } from '#platform/database/database-gone.ts'
import type { GoneReason } from '#platform/database/database-gone.ts'

import { checkFreeSpace, ensureDirectory } from './create-directory.ts'
import { wireStream } from './duplex.ts'
import { requireEngineMajor } from './engine-major.ts'
import { openThread } from './engine-thread.ts'
import type { EngineThread } from './engine-thread.ts'
import type { Templates } from './template.ts'
import { watchStatements } from './watchdog.ts'
import { stateOf } from './worker-messages.ts'

export type EngineOptions = {
  directory: string
  fsync: boolean
  /** What a new directory is made from; without it the engine creates it. */
  templates?: Templates | undefined
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
  await checkFreeSpace(dirname(options.directory))
  await requireEngineMajor(options.directory)
  await ensureDirectory(options.directory, options)
  const engine = new ReopeningEngine(options)
  await engine.whenOpen()
  engine.watch(options.statementLimit ?? 30_000)
  return engine
}

type Watchdog = ReturnType<typeof watchStatements>

// What is passed on separately from the engine is a field, so that it keeps its `this`.
class ReopeningEngine implements EmbeddedEngine {
  readonly #options: EngineOptions
  readonly #streams = new Set<(error: Error) => void>()
  readonly #aborts: number[] = []
  #isClosing = false
  #current: EngineThread | undefined
  #opening: Promise<EngineThread>
  #watchdog: Watchdog | undefined

  constructor(options: EngineOptions) {
    this.#options = options
    this.#opening = this.#open()
  }

  /** Ends a life in which one statement runs longer than `limit` ms. */
  watch(limit: number): void {
    this.#watchdog = watchStatements({
      limit,
      running: () => (this.#current ? Atomics.load(this.#current.state, stateOf.running) : 0),
      onOverrun: () => void this.#end('timeout', 'a statement ran too long'),
    })
  }

  readonly connect = (): Duplex =>
    wireStream(async (stream) => {
      const channel = (await this.#opening).open(stream.push)
      this.#streams.add(stream.lost)
      const close = () => {
        this.#streams.delete(stream.lost)
        channel.close()
      }
      return { send: channel.send, close }
    })

  isOpen(): boolean {
    return this.#current !== undefined
  }

  async whenOpen(): Promise<void> {
    await this.#opening
  }

  reportDeath(reason: string): void {
    void this.#end('aborted', reason)
  }

  async whileClosed<T>(work: () => Promise<T>): Promise<T> {
    await this.#shut()
    const reopened = this.#reopening()
    try {
      return await work()
    } finally {
      await this.#open().then(reopened.resolve, reopened.reject)
      await this.#opening
    }
  }

  readonly withoutLimit = <T>(work: () => Promise<T>): Promise<T> =>
    this.#watchdog === undefined ? work() : this.#watchdog.pauseDuring(work)

  readonly counts = () => {
    const state = this.#current?.state
    return {
      aborts: this.#aborts.length,
      syncedFiles: state ? Atomics.load(state, stateOf.syncedFiles) : 0,
      syncedDirectories: state ? Atomics.load(state, stateOf.syncedDirectories) : 0,
    }
  }

  abandon(): void {
    this.#isClosing = true
    this.#watchdog?.stop()
    void this.#current?.kill()
    this.#current = undefined
    const closed = new DatabaseGone('lost', 'The database engine is closed')
    this.#reopening().reject(closed)
    this.#loseStreams(closed)
  }

  async close(): Promise<void> {
    if (this.#isClosing) return
    this.#isClosing = true
    this.#watchdog?.stop()
    await this.#shut().catch((error: Error) =>
      this.#options.log.warn({ error: error.message }, 'database engine was not open at close'),
    )
  }

  async #open(): Promise<EngineThread> {
    const { directory, fsync } = this.#options
    const thread = await openThread(directory, fsync).catch((cause: unknown) => {
      throw new Error(`The database in ${directory} cannot be opened. ${restoreStep}`, { cause })
    })
    this.#current = thread
    void this.#follow(thread)
    return thread
  }

  async #follow(thread: EngineThread): Promise<void> {
    const reason = await thread.died
    if (thread === this.#current) await this.#end('aborted', reason)
  }

  /** Ends a life of the engine and begins the next. */
  async #end(reason: GoneReason, message: string): Promise<void> {
    const thread = this.#current
    if (!thread || this.#isClosing) return
    const { log, onFatal } = this.#options
    this.#current = undefined
    log.error({ reason, message }, 'database engine lost')
    const reopened = this.#reopening()
    this.#loseStreams(new DatabaseGone(reason, `The database engine was lost: ${message}`))
    await thread.kill()

    try {
      if (reason === 'aborted') refuseAfterTooMany(this.#aborts)
      reopened.resolve(await this.#open())
      log.info({}, 'database engine reopened')
    } catch (error) {
      const fatal = error instanceof Error ? error : new Error(String(error))
      reopened.reject(new DatabaseGone('aborted', fatal.message, { cause: fatal }))
      onFatal(fatal)
    }
  }

  /** From now on callers wait for this; nobody need be there to see it fail. */
  #reopening(): PromiseWithResolvers<EngineThread> {
    const reopened = Promise.withResolvers<EngineThread>()
    this.#opening = reopened.promise
    reopened.promise.catch(() => undefined)
    return reopened
  }

  #loseStreams(error: Error): void {
    for (const lose of this.#streams) lose(error)
    this.#streams.clear()
  }

  async #shut(): Promise<void> {
    const thread = await this.#opening
    this.#current = undefined
    this.#loseStreams(new DatabaseGone('lost', 'The database engine is closed'))
    await thread.close()
  }
}

const restoreStep = 'If this repeats, stop Masthead, run masthead restore --snapshot latest, and start again.'

function refuseAfterTooMany(aborts: number[]): void {
  const now = performance.now()
  aborts.push(now)
  const recent = aborts.filter((at) => now - at < abortWindow)
  if (recent.length < abortLimit) return
  throw new Error(`The database engine aborted ${recent.length} times within ten minutes. ${restoreStep}`)
}
