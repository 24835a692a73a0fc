import { Worker } from 'node:worker_threads'

import { callerNow } from '#kernel/asked.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { Rendered, RenderSource, SharedRender } from '#kernel/render.ts'
import { createTurns, type EndTurn, type NoTurn, type Turns } from '#kernel/turns.ts'
import { entryFile, threadArguments } from '#std/own-files.ts'

import type { Answer } from './answer-source.ts'
import { type Excess, limits, sizeExcess } from './limits.ts'

export type Renderer = {
  render: SharedRender
  /** Ends the threads and rejects what still waits. */
  close(): Promise<void>
}

type Task = {
  source: RenderSource
  timeoutMs: number
  signal: AbortSignal | undefined
  endTurn: EndTurn
  resolve(rendered: Rendered): void
  reject(error: Error): void
}
type Thread = {
  worker: Worker
  task: Task | undefined
  isReady: boolean
  timers: NodeJS.Timeout[]
  /** Ends the turn of the body for which the thread before it was ended. */
  endTurn: EndTurn | undefined
  /** Forgets the caller of its body. */
  forget?: () => void
}

/** Bodies of one organization that wait for a thread (turns.md#nobody-starves). */
const waitingBodies = 16
/** How long a call waits for a thread, in ms: with the 10 s that rendering may take on the clock, less than its own 20 s. */
const patienceMs = 8000
/** How long a body is still rendered once its caller has gone, in ms: most are done by then, and a new thread costs more. */
const graceMs = 500

/** How many times its processor time a body gets on the clock, for machines that are busy with something else. */
const busyFactor = 5
const lookEveryMs = 50

/**
 * Renders bodies in at most `size` threads, each started when it is first needed or while all others have long bodies; one
 * organization has at most half of them. A body that takes longer than `timeoutMs` (2 s) or too much memory is refused, and its
 * thread is replaced. The time is the thread's processor time, so that a busy machine refuses nothing that an idle one renders;
 * the clock is the safety net (content.md#rendering-has-limits).
 */
export function createRenderer(options: { log: Log; timeoutMs?: number; size?: number }): Renderer {
  const pool = new RenderPool(options)
  return {
    async render(source, { asker = callerNow(), timeoutMs = options.timeoutMs ?? 2000 } = {}) {
      const excess = sizeExcess(source.content)
      if (excess !== undefined) throw tooMuch(excess)
      const endTurn = await pool.turns.begin(asker)
      return pool.render({ source, timeoutMs, signal: asker.signal, endTurn })
    },
    close: () => pool.close(),
  }
}

/** The threads, and the bodies whose turn it is: at most one for each thread, which may still have to start. */
class RenderPool {
  readonly turns: Turns
  readonly #log: Log
  readonly #size: number
  readonly #threads = new Set<Thread>()
  readonly #waiting: Task[] = []

  constructor({ log, size = 2 }: { log: Log; size?: number }) {
    this.#log = log
    this.#size = size
    const perParty = Math.max(1, Math.floor(size / 2))
    this.turns = createTurns({ size, perParty, waiting: waitingBodies, patienceMs, refuse: noTurn })
  }

  render(body: Omit<Task, 'resolve' | 'reject'>): Promise<Rendered> {
    const { promise, resolve, reject } = Promise.withResolvers<Rendered>()
    this.#waiting.push({ ...body, resolve, reject })
    this.#next()
    return promise
  }

  async close(): Promise<void> {
    const error = new Error('The renderer is closed')
    this.turns.close(error)
    for (const task of this.#waiting.splice(0)) task.reject(error)
    const ending = [...this.#threads].map(async (thread) => {
      this.#threads.delete(thread)
      unwatch(thread)
      thread.task?.reject(error)
      await thread.worker.terminate()
    })
    await Promise.all(ending)
  }

  #next(): void {
    while (this.#waiting.length > 0) {
      const idle = [...this.#threads].find((thread) => thread.isReady && thread.task === undefined)
      if (idle === undefined) break
      const task = this.#waiting.shift()
      // Its caller went away while its thread started.
      if (task?.signal?.aborted === true) refuse(task, noTurn('gone'))
      else if (task) this.#hand(idle, task)
    }
    const starting = [...this.#threads].filter((thread) => !thread.isReady).length
    if (this.#waiting.length > starting && this.#threads.size < this.#size) this.#startThread()
  }

  #startThread(endTurn?: EndTurn): void {
    const thread: Thread = { worker: newWorker(), task: undefined, isReady: false, timers: [], endTurn }
    this.#threads.add(thread)
    thread.worker.on('message', (message: 'ready' | Answer) => {
      if (message === 'ready') begin(thread)
      else settle(thread, message)
      if (this.#waiting.length === 0 && thread.task === undefined) thread.worker.unref()
      this.#next()
    })
    thread.worker.on('error', (error: Error) => this.#fail(thread, error))
    thread.worker.on('exit', () => this.#fail(thread, new Error('The render thread ended')))
  }

  #hand(thread: Thread, task: Task): void {
    thread.task = task
    thread.worker.ref()
    const { timeoutMs, signal } = task
    const gone = () => void thread.timers.push(setTimeout(() => this.#leave(thread), graceMs))
    signal?.addEventListener('abort', gone, { once: true })
    thread.forget = () => signal?.removeEventListener('abort', gone)
    const late = () => this.#giveUp(thread, `takes longer than ${timeoutMs} ms`)
    const before = cpuOf(thread.worker)
    thread.timers = [
      // Node.js before 24.6 does not report the processor time of a thread: there, the clock counts.
      setTimeout(late, before === undefined ? timeoutMs : timeoutMs * busyFactor),
      setInterval(() => {
        this.#openSpare()
        void this.#weigh(thread, task)
      }, lookEveryMs),
    ]
    if (before !== undefined)
      thread.timers.push(setInterval(() => void this.#watch(thread, task, { before, late }), lookEveryMs))
    thread.worker.postMessage(task.source, [])
  }

  /** Beside a body that takes long, one more thread is open: others would wait for its start (turns.md#nobody-starves). */
  #openSpare(): void {
    const isOpen = [...this.#threads].some(({ task }) => task === undefined)
    if (!isOpen && this.#threads.size < this.#size) this.#startThread()
  }

  async #watch(
    thread: Thread,
    task: Task,
    { before, late }: { before: Promise<number>; late: () => void },
  ): Promise<void> {
    const [start, present] = await Promise.all([before, cpuOf(thread.worker)]).catch(() => [0, 0])
    if (thread.task === task && (present ?? 0) - start > task.timeoutMs) late()
  }

  // A thread that reaches its own heap limit can take the process down with it: it is stopped long before that.
  async #weigh(thread: Thread, task: Task): Promise<void> {
    const heap = await thread.worker.getHeapStatistics().catch(() => undefined)
    if (heap !== undefined && heap.used_heap_size > memory.refused && thread.task === task)
      this.#giveUp(thread, 'takes too much memory')
  }

  #giveUp(thread: Thread, fault: string): void {
    const { task } = thread
    this.#log.warn({ fault, characters: task?.source.content.length }, 'render given up')
    this.#replace(thread, refused('too_slow', `The body ${fault} to render; simplify or split it`))
  }

  /** Nobody waits for its body any longer. */
  #leave(thread: Thread): void {
    this.#replace(thread, noTurn('gone'))
  }

  #fail(thread: Thread, error: Error): void {
    if (!this.#threads.has(thread)) return
    const { isReady } = thread
    this.#log.error({ err: error, isReady }, 'render thread failed')
    if (isReady) return this.#replace(thread, error)
    // A thread that cannot even start would be restarted forever.
    this.#retire(thread)
    thread.endTurn?.()
    for (const task of this.#waiting.splice(0)) refuse(task, error)
  }

  /** Its body has its turn until the next thread has started: no other party waits for that (turns.md#lost-threads-cost-their-party). */
  #replace(thread: Thread, error: Error): void {
    const { task } = thread
    this.#retire(thread)
    if (task !== undefined) this.#startThread(task.endTurn)
    task?.reject(error)
    this.#next()
  }

  #retire(thread: Thread): void {
    unwatch(thread)
    thread.task = undefined
    this.#threads.delete(thread)
    void thread.worker.terminate()
  }
}

function begin(thread: Thread): void {
  thread.isReady = true
  thread.endTurn?.()
}

function settle(thread: Thread, answer: Answer): void {
  const { task } = thread
  unwatch(thread)
  thread.task = undefined
  task?.endTurn()
  if ('rendered' in answer) task?.resolve(answer.rendered)
  else if ('excess' in answer) task?.reject(tooMuch(answer.excess))
  else task?.reject(answer.fault)
}

function refuse({ endTurn, reject }: Task, error: Error): void {
  endTurn()
  reject(error)
}

/** Processor time of a thread in ms. */
function cpuOf(worker: Worker): Promise<number> | undefined {
  if (typeof worker.cpuUsage !== 'function') return undefined
  const used = worker.cpuUsage().then(({ user, system }) => (user + system) / 1000)
  used.catch(() => undefined)
  return used
}

/** Ends the watch on its body. */
function unwatch(thread: Thread): void {
  thread.forget?.()
  for (const timer of thread.timers.splice(0)) clearTimeout(timer)
}

const memory = { refused: 384 * 1024 * 1024, limitMb: 1536 }

function newWorker(): Worker {
  return new Worker(entryFile(import.meta.url, './render-worker.ts'), {
    execArgv: threadArguments,
    resourceLimits: { maxOldGenerationSizeMb: memory.limitMb },
  })
}

const words: Record<NoTurn, () => Refusal> = {
  full: () =>
    busy('rate_limited', 'Too many bodies of this organization wait to be rendered. Repeat the call in a while.'),
  late: () => busy('unavailable', 'The body waited too long to be rendered. Repeat the call in a while.'),
  gone: () => new Refusal('cancelled', 'The caller went away before its turn came.'),
}

const noTurn = (why: NoTurn) => words[why]()

function busy(code: 'rate_limited' | 'unavailable', message: string): Refusal {
  return new Refusal(code, message, undefined, { retryAfter: 5 })
}

const sentences: Record<Excess['limit'], (found: number) => string> = {
  bytes: (found) => `The body has ${found} bytes, at most ${limits.bytes} are allowed; split it`,
  tags: (found) => `The body has ${found} tags, at most ${limits.tags} are allowed; simplify or split it`,
  nesting: (found) => `The body is nested ${found} levels deep, at most ${limits.nesting} are allowed; flatten it`,
}

const codes = { bytes: 'too_long', tags: 'too_many_tags', nesting: 'too_deep' } as const

function tooMuch({ limit, found }: Excess): Refusal {
  return refused(codes[limit], sentences[limit](found))
}

function refused(code: string, message: string): Refusal {
  return new Refusal('validation_failed', message, [{ path: '/input/content', message, code }])
}
