import type { MessagePort } from 'node:worker_threads'

import type { CompiledEngine } from './compiled-engine.ts'

/** What a worker is started for: `create` makes the directory and ends, `serve` opens it and answers channels. */
export type WorkerTask = {
  task: 'create' | 'serve'
  directory: string
  fsync: boolean
  state: SharedArrayBuffer
  /** The engine, where the process has compiled it already. */
  compiled: CompiledEngine | undefined
}

export type ToWorker = { channel: MessagePort } | 'close'

export type FromWorker = 'open' | { failed: string } | { died: string }

/** Places in the shared state, 32-bit integers that only the worker writes. */
export const stateOf = {
  /** Number of the message that the engine is working on, 0 when idle; the watchdog reads it. */
  running: 0,
  /** Files and directories that were synced. */
  syncedFiles: 1,
  syncedDirectories: 2,
} as const

export const stateLength = 3

/** The exit status of a worker in which the engine aborted. */
export const abortedStatus = 70
