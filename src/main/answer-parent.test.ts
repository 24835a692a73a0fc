import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { testDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

import { countersOf } from './counters.ts'

/** A process that answers the one that started it, and has nothing else to do after its first answer. */
const program = `
  import { answerParent } from ${JSON.stringify(join(import.meta.dirname, 'answer-parent.ts'))}
  let asked = 0
  const busy = setInterval(() => {}, 1000)
  answerParent(() => {
    if (++asked === 2) clearInterval(busy)
    return { asked }
  })`

test('a process that was started with a channel answers on it, and ends although the channel is open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-parent-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'child.ts'), program)
  const child = fork(join(folder, 'child.ts'), { execArgv: ['--conditions=source'] })

  const answers = []
  for (const message of ['hello', { ask: 'counters' }, { ask: 'counters' }]) {
    child.send(message)
    if (message !== 'hello') answers.push(await once(child, 'message'))
  }
  const [code] = await once(child, 'exit')

  expect(answers).toEqual([
    [{ counters: { asked: 1 } }, undefined],
    [{ counters: { asked: 2 } }, undefined],
  ])
  expect(code).toBe(0)
})

test('what is sent together to the database counts as one message', async () => {
  const on = await stage()
  const database = await testDatabase()
  const before = countersOf({ database })

  await on.rows(({ db }) => Promise.all([1, 2].map((n) => db.selectFrom('item').select('id').limit(n).execute())))

  const after = countersOf({ database })
  // BEGIN with both statements, then COMMIT.
  expect([after['statements'], after['messages']]).toEqual([
    (before['statements'] ?? 0) + 2,
    (before['messages'] ?? 0) + 2,
  ])
})
