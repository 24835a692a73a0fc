import { parentPort, workerData } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'

import type { PGlite } from '@electric-sql/pglite'

import { hookFiles, hookFsync } from './fsync.ts'
import { guardEngine } from './guard.ts'
import { makeLogAhead } from './log-ahead.ts'
import { openPGlite } from './pglite.ts'
import { wireSession } from './wire.ts'
import { abortedStatus, stateOf } from './worker-messages.ts'
import type { FromWorker, ToWorker, WorkerTask } from './worker-messages.ts'

// The entry point of the engine's thread: unlike every other module, it has no exports and runs when it is loaded.
const { task, directory, fsync, state, compiled } = taskOf(workerData)
const shared = new Int32Array(state)

try {
  if (task === 'create') await create()
  else await serve()
} catch (error) {
  tell({ failed: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}

async function create(): Promise<void> {
  const db = await openPGlite({ directory, fsync }, compiled)
  await db.close()
  tell('open')
}

async function serve(): Promise<void> {
  const db = await openPGlite({ directory, fsync }, compiled)
  if (fsync) {
    hookFsync(db, ({ files, directories }) => {
      Atomics.store(shared, stateOf.syncedFiles, files)
      Atomics.store(shared, stateOf.syncedDirectories, directories)
    })
    hookFiles(db, makeLogAhead())
  }
  // At once, and nothing more is sent to the engine: after an abort it could store half a transaction.
  guardEngine(db, (died) => {
    tell({ died })
    process.exit(abortedStatus)
  })

  let running = 0
  const open = wireSession(db, {
    onBusy(busy) {
      if (busy) running = (running % 0x7fffffff) + 1
      Atomics.store(shared, stateOf.running, busy ? running : 0)
    },
  })
  parentPort?.on('message', (message: ToWorker) => {
    if (message === 'close') void close(db)
    else serveChannel(message.channel, open)
  })
  tell('open')
}

function serveChannel(port: MessagePort, open: ReturnType<typeof wireSession>): void {
  const channel = open(
    (bytes) => port.postMessage(bytes, [bytes.buffer]),
    () => port.close(),
  )
  port.on('message', (bytes: Uint8Array) => channel.receive(bytes))
  port.on('close', () => channel.close())
}

async function close(db: PGlite): Promise<void> {
  await db.exec('ROLLBACK').catch(() => undefined)
  await db.exec('CHECKPOINT')
  await db.close()
  process.exit(0)
}

function tell(message: FromWorker): void {
  parentPort?.postMessage(message, [])
}

function taskOf(data: WorkerTask): WorkerTask {
  return data
}
