import { MessageChannel, Worker } from 'node:worker_threads'

import { entryFile, threadArguments } from '#std/own-files.ts'

import { compiledSoFar } from './compiled-engine.ts'
import { stateLength } from './worker-messages.ts'
import type { FromWorker, WorkerTask } from './worker-messages.ts'

/** One life of the engine in its thread. */
export type EngineThread = {
  /** A new channel to the session; answers go to `push`. */
  open(push: (bytes: Uint8Array) => void): { send(bytes: Uint8Array<ArrayBuffer>): void; close(): void }
  state: Int32Array
  /** Ends the thread at once, in the middle of a statement. */
  kill(): Promise<void>
  /** Checkpoint, close, end. */
  close(): Promise<void>
  /** Resolves with the reason when the thread ends unasked. */
  died: Promise<string>
}

/** Creates the database directory in a thread that ends afterwards: creation leaves some 580 MB resident in its thread. */
export async function createInThread(directory: string): Promise<void> {
  const { worker, opened } = start({ task: 'create', directory, fsync: false })
  try {
    await opened
  } finally {
    await worker.terminate()
  }
}

/** Opens the engine in a thread; rejects with what the engine said when it cannot. */
export async function openThread(directory: string, fsync: boolean): Promise<EngineThread> {
  const { worker, opened, died, exited, state, expectEnd } = start({ task: 'serve', directory, fsync })
  try {
    await opened
  } catch (error) {
    expectEnd()
    await worker.terminate()
    throw error
  }

  return {
    open(push) {
      const { port1, port2 } = new MessageChannel()
      port1.on('message', push)
      worker.postMessage({ channel: port2 }, [port2])
      return {
        send: (bytes) => port1.postMessage(bytes, [bytes.buffer]),
        close: () => port1.close(),
      }
    },
    state,
    async kill() {
      expectEnd()
      await worker.terminate()
    },
    async close() {
      expectEnd()
      worker.postMessage('close', [])
      await exited
    },
    died,
  }
}

function start(task: Omit<WorkerTask, 'state' | 'compiled'>) {
  const shared = new SharedArrayBuffer(stateLength * Int32Array.BYTES_PER_ELEMENT)
  const data: WorkerTask = { ...task, state: shared, compiled: compiledSoFar() }
  // None of this process's flags: some would end it.
  const worker = new Worker(entryFile(import.meta.url, './worker.ts'), {
    workerData: data,
    name: 'masthead-database',
    execArgv: threadArguments,
  })
  const opened = Promise.withResolvers<void>()
  const died = Promise.withResolvers<string>()
  const exited = Promise.withResolvers<void>()
  let isExpected = false

  const lose = (reason: string) => {
    opened.reject(new Error(reason))
    if (!isExpected) died.resolve(reason)
  }
  worker.on('message', (message: FromWorker) => {
    if (message === 'open') opened.resolve()
    else lose('died' in message ? message.died : message.failed)
  })
  worker.on('error', (error) => lose(error instanceof Error ? error.message : String(error)))
  worker.on('exit', (status) => {
    lose(`the thread ended with status ${status}`)
    exited.resolve()
  })

  return {
    worker,
    opened: opened.promise,
    died: died.promise,
    exited: exited.promise,
    state: new Int32Array(shared),
    expectEnd: () => {
      isExpected = true
    },
  }
}
