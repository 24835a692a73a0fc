import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { threadArguments } from '#std/own-files.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'masthead-thread-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a thread of these arguments reads what an earlier one has stripped, and does not load what strips types', async () => {
  const file = join(folder, 'thread.mjs')
  const source = new URL('./worker-messages.ts', import.meta.url).href
  await writeFile(
    file,
    `import { parentPort } from 'node:worker_threads'
    await import(${JSON.stringify(source)})
    parentPort.postMessage(process.moduleLoadList.includes('NativeModule internal/deps/amaro/dist/index'))`,
  )
  await answerOf(file)

  const loadsStripper = await answerOf(file)

  expect(loadsStripper).toBe(false)
})

async function answerOf(file: string): Promise<unknown> {
  const worker = new Worker(file, { execArgv: threadArguments })
  const exited = once(worker, 'exit')
  const [answer] = await once(worker, 'message')
  await exited
  return answer
}
