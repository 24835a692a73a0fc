import { Worker } from 'node:worker_threads'

import { Refusal } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { Render, Rendered, RenderSource } from '#kernel/render.ts'

import { type Excess, excessOf, limits } from './limits.ts'
import type { Answer } from './render-worker.ts'

export type Renderer = {
  render: Render
  /** Ends the threads and rejects what still waits. */
  close(): Promise<void>
}

type Task = { source: RenderSource; resolve(rendered: Rendered): void; reject(error: Error): void }
type Thread = { worker: Worker; task: Task | undefined; isReady: boolean; timers: NodeJS.Timeout[] }

/** How many times its processor time a body gets on the clock, for machines that are busy with something else. */
const busyFactor = 5
const lookEveryMs = 50

/**
 * Renders bodies in at most `size` threads, each started when it is first needed. A body that takes longer than `timeoutMs`
 * (2 s) or too much memory is refused, and its thread is replaced. The time is the thread's processor time, so that a busy
 * machine refuses nothing that an idle one renders; the clock is the safety net (content.md#rendering-has-limits).
 */
export function createRenderer(options: { log: Log; timeoutMs?: number; size?: number }): Renderer {
  const pool = new RenderPool(options)
  return {
    async render(source) {
      const excess = excessOf(source.content, source.format)
      if (excess !== undefined) throw tooMuch(excess)
      return pool.render(source)
    },
    close: () => pool.close(),
  }
}

/** The threads, and the bodies that wait for one. */
class RenderPool {
  readonly #log: Log
  readonly #timeoutMs: number
  readonly #size: number
  readonly #threads = new Set<Thread>()
  readonly #waiting: Task[] = []
  #isClosed = false

  constructor({ log, timeoutMs = 2000, size = 2 }: { log: Log; timeoutMs?: number; size?: number }) {
    this.#log = log
    this.#timeoutMs = timeoutMs
    this.#size = size
  }

  render(source: RenderSource): Promise<Rendered> {
    if (this.#isClosed) throw new Error('The renderer is closed')
    return new Promise((resolve, reject) => {
      this.#waiting.push({ source, resolve, reject })
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const error = new Error('The renderer is closed')
    for (const task of this.#waiting.splice(0)) task.reject(error)
    const ending = [...this.#threads].map(async (thread) => {
      this.#threads.delete(thread)
      clearTimers(thread)
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
      if (task) this.#hand(idle, task)
    }
    const starting = [...this.#threads].filter((thread) => !thread.isReady).length
    if (this.#waiting.length > starting && this.#threads.size < this.#size) this.#startThread()
  }

  #startThread(): void {
    const thread: Thread = { worker: newWorker(), task: undefined, isReady: false, timers: [] }
    this.#threads.add(thread)
    thread.worker.on('message', (message: 'ready' | Answer) => {
      if (message === 'ready') thread.isReady = true
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
    const late = () => this.#giveUp(thread, `takes longer than ${this.#timeoutMs} ms`)
    const before = cpuOf(thread.worker)
    thread.timers = [
      // Node.js before 24.6 does not report the processor time of a thread: there, the clock counts.
      setTimeout(late, before === undefined ? this.#timeoutMs : this.#timeoutMs * busyFactor),
      setInterval(() => void this.#weigh(thread, task), lookEveryMs),
    ]
    if (before !== undefined)
      thread.timers.push(setInterval(() => void this.#watch(thread, task, { before, late }), lookEveryMs))
    thread.worker.postMessage(task.source, [])
  }

  async #watch(
    thread: Thread,
    task: Task,
    { before, late }: { before: Promise<number>; late: () => void },
  ): Promise<void> {
    const [start, present] = await Promise.all([before, cpuOf(thread.worker)]).catch(() => [0, 0])
    if (thread.task === task && (present ?? 0) - start > this.#timeoutMs) late()
  }

  // A thread that reaches its own heap limit can take the process down with it: it is stopped long before that.
  async #weigh(thread: Thread, task: Task): Promise<void> {
    const heap = await thread.worker.getHeapStatistics().catch(() => undefined)
    if (heap !== undefined && heap.used_heap_size > memory.refused && thread.task === task)
      this.#giveUp(thread, 'takes too much memory')
  }

  #giveUp(thread: Thread, fault: string): void {
    const { task } = thread
    this.#retire(thread)
    this.#log.warn({ fault, characters: task?.source.content.length }, 'render given up')
    task?.reject(refused('too_slow', `The body ${fault} to render; simplify or split it`))
    this.#next()
  }

  #fail(thread: Thread, error: Error): void {
    if (!this.#threads.has(thread)) return
    const { task, isReady } = thread
    this.#retire(thread)
    this.#log.error({ err: error, isReady }, 'render thread failed')
    task?.reject(error)
    // A thread that cannot even start would be restarted forever.
    if (!isReady) for (const other of this.#waiting.splice(0)) other.reject(error)
    this.#next()
  }

  #retire(thread: Thread): void {
    clearTimers(thread)
    thread.task = undefined
    this.#threads.delete(thread)
    void thread.worker.terminate()
  }
}

function settle(thread: Thread, answer: Answer): void {
  const { task } = thread
  clearTimers(thread)
  thread.task = undefined
  if ('rendered' in answer) task?.resolve(answer.rendered)
  else if ('excess' in answer) task?.reject(tooMuch(answer.excess))
  else task?.reject(answer.fault)
}

/** Processor time of a thread in ms. */
function cpuOf(worker: Worker): Promise<number> | undefined {
  if (typeof worker.cpuUsage !== 'function') return undefined
  const used = worker.cpuUsage().then(({ user, system }) => (user + system) / 1000)
  used.catch(() => undefined)
  return used
}

function clearTimers(thread: Thread): void {
  for (const timer of thread.timers.splice(0)) clearTimeout(timer)
}

const memory = { refused: 384 * 1024 * 1024, limitMb: 1536 }

function newWorker(): Worker {
  const file = import.meta.url.endsWith('.ts') ? './render-worker.ts' : './render-worker.js'
  return new Worker(new URL(file, import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: memory.limitMb } })
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
