import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { threadArguments } from './engine-thread.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'masthead-thread-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a thread with these arguments reads what an earlier one compiled, and does not load what strips types', async () => {
  const file = join(folder, 'thread.ts')
  await writeFile(
    file,
    `import { parentPort } from 'node:worker_threads'
    const stripper: string = 'NativeModule internal/deps/amaro/dist/index'
    parentPort?.postMessage(process.moduleLoadList.includes(stripper))`,
  )

  const loadsStripper = [await answerOf(file), await answerOf(file)]

  expect(loadsStripper).toEqual([true, false])
})

async function answerOf(file: string): Promise<unknown> {
  const worker = new Worker(file, { execArgv: threadArguments })
  const exited = once(worker, 'exit')
  const [answer] = await once(worker, 'message')
  await exited
  return answer
}
