import { expect, test } from 'vitest'
import { z } from 'zod'

import { itemChecks } from '#areas/checks/index.ts'
import { Refusal } from '#kernel/errors.ts'
import { silentLog } from '#kernel/log.ts'
import { type AnyOperation, operation } from '#kernel/operation.ts'
import { stage, type Stage } from '#test/stage.ts'

import { newRequestId } from './call.ts'
import { createRunner } from './run.ts'

const changes = {
  risk: 'write',
  input: z.strictObject({ refuses: z.boolean() }),
  output: z.object({ done: z.literal(true) }),
  async handle(_ctx: unknown, { refuses }: { refuses: boolean }) {
    if (refuses) throw new Refusal('conflict', 'Not now.')
    return { done: true as const }
  },
} as const

const keepCursor = operation({
  ...changes,
  name: 'keepCursor',
  title: 'Keep the cursor',
  summary: 'Keeps where the cursor is.',
  role: 'editor',
  excluded: 'ui_only_state',
  instead: 'the web application keeps it by itself',
})
const change = operation({
  ...changes,
  name: 'change',
  title: 'Change',
  summary: 'Changes something.',
  scope: 'content:write',
})

/** Makes each kind of call of an operation from the web application, and returns the records that they leave. */
async function recordsOf(op: AnyOperation, on: Stage) {
  const runner = createRunner({
    operations: new Map([[op.name, op]]),
    database: on.database,
    render: on.render,
    checks: itemChecks,
    baseUrl: () => 'https://masthead.test',
    log: silentLog,
    strictResults: true,
  })
  const call = (refuses: boolean, more: { dryRun?: boolean; idempotencyKey?: string } = {}) =>
    runner.run({
      door: 'app',
      operation: op.name,
      access: on.access,
      requestId: newRequestId(),
      clientRequestId: undefined,
      startedAt: new Date(),
      envelope: async () => ({
        input: { refuses },
        confirm: false,
        dryRun: false,
        idempotencyKey: undefined,
        ...more,
      }),
    })
  const answers = [
    await call(false, { idempotencyKey: 'k' }),
    await call(false, { idempotencyKey: 'k' }),
    await call(false, { dryRun: true }),
    await call(true, { idempotencyKey: 'r' }),
    await call(true, { idempotencyKey: 'r' }),
    await call(true, { dryRun: true }),
  ]
  expect(answers.map(({ status, replayed }) => [status, replayed])).toEqual([
    [200, false],
    [200, true],
    [200, false],
    [409, false],
    [409, true],
    [409, false],
  ])
  return on.rows(({ db }) => db.selectFrom('audit_record').select('status').orderBy('id').execute())
}

test('what the web application keeps for itself leaves no record: done, repeated, rehearsed or refused', async () => {
  expect(await recordsOf(keepCursor, await stage())).toEqual([])
})

test('every other change leaves one each time', async () => {
  const records = await recordsOf(change, await stage())

  expect(records.map(({ status }) => status)).toEqual([
    'succeeded',
    'replayed',
    'succeeded',
    'failed',
    'replayed',
    'failed',
  ])
})
