import { afterEach, beforeEach, expect, test } from 'vitest'

import { openSession } from '#areas/account/index.ts'
import { earliestId, newId } from '#kernel/ids.ts'
import { silentLog } from '#kernel/log.ts'
import { hashOf } from '#kernel/tokens.ts'
import { stage } from '#test/stage.ts'

import { createLiveCalls, type LiveCalls } from './live-calls.ts'
import type { LiveMessage } from './viewer.ts'

let live: LiveCalls
let staged: Awaited<ReturnType<typeof stage>>
beforeEach(async () => {
  staged = await stage()
  live = createLiveCalls({ database: staged.database, log: silentLog, maxViewers: 4 })
})
afterEach(() => live.close())

/** A record as another node writes it: nobody here is told. */
function record(operation: string, id = newId('auditRecord'), more: object = {}) {
  const now = new Date()
  const row = {
    id,
    created_at: now,
    finished_at: now,
    request_id: newId('request'),
    operation,
    interface: 'rest' as const,
    credential_type: 'api_key' as const,
    status: 'succeeded' as const,
    row_hash: Buffer.alloc(32),
    ...more,
  }
  return staged.rows(({ db }) => db.insertInto('audit_record').values(row).execute())
}

async function view(after?: string) {
  const { access, database } = staged
  const { organization, actor } = access
  const { token } = await database.asIdentity((db) =>
    openSession(db, {
      userId: actor.userId,
      organizationId: organization.id,
      addressPrefix: '',
      userAgent: undefined,
      now: new Date(),
    }),
  )
  const told: LiveMessage[] = []
  const leave = await live.open({
    sessionHash: hashOf(token),
    organizationId: organization.id,
    role: 'owner',
    after,
    tell: (message) => void told.push(message),
    end: () => {},
  })
  const calls = () => told.flatMap((message) => (message.kind === 'call' ? message.operation : []))
  return { told, calls, leave }
}

test('a record of another node is found without being told of it, one that commits late too, each once', async () => {
  const late = newId('auditRecord')
  const { calls, leave } = await view()

  await record('listCollections')
  await expect.poll(calls).toEqual(['listCollections'])
  await record('getOrganization', late)
  await expect.poll(calls).toHaveLength(2)
  await record('listMembers')
  await expect.poll(calls).toHaveLength(3)

  expect(calls()).toEqual(['listCollections', 'getOrganization', 'listMembers'])
  leave()
})

test('a call that begins to wait for a person, or waited too long, is a change; one that is repeated meanwhile is none', async () => {
  const { told, calls, leave } = await view()
  const rejected = (code: string, summary: object) =>
    record('publishItem', undefined, {
      status: 'rejected',
      code,
      risk: 'publish',
      result_summary: JSON.stringify(summary),
    })

  await rejected('confirmation_required', { approvalId: 'apr_1', asked: true })
  await rejected('confirmation_required', { approvalId: 'apr_1' })
  await rejected('approval_expired', { approvalId: 'apr_1' })
  await expect.poll(calls).toHaveLength(3)

  expect(told.flatMap((message) => (message.kind === 'call' ? message.changed : []))).toEqual([true, false, true])
  leave()
})

test('who follows an organization is woken at the beginning and by its records, until it stops', async () => {
  let woken = 0
  const stop = live.watch(staged.access.organization.id, () => void woken++)
  await expect.poll(() => woken).toBe(1)
  await record('listCollections')
  await expect.poll(() => woken).toBe(2)
  stop()
  const { calls, leave } = await view()
  await record('listMembers')
  await expect.poll(calls).toEqual(['listMembers'])

  expect(woken).toBe(2)
  leave()
})

test('what was recorded before somebody watches is not told', async () => {
  await record('listCollections')
  const { told, leave } = await view()

  expect(told).toMatchObject([{ kind: 'ready', resumed: false }])
  leave()
})

test('more than a stream can catch up on means to read everything anew', async () => {
  const since = earliestId('auditRecord', Date.now())
  for (let n = 0; n < 502; n++) await record('listCollections')

  const { told, leave } = await view(since)

  expect(told).toMatchObject([{ kind: 'ready', resumed: false }])
  leave()
})

test('an organization has half of the places; who leaves makes room', async () => {
  const [first, second] = [await view(), await view()]

  await expect(view()).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 30 })
  const ours = staged
  staged = await stage()
  const theirs = [await view(), await view()]
  staged = await stage()
  await expect(view()).rejects.toMatchObject({ code: 'unavailable', retryAfter: 30 })
  staged = ours
  first.leave()

  const third = await view()
  for (const { leave } of [second, third, ...theirs]) leave()
})
