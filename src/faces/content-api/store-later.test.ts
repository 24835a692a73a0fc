import { beforeAll, expect, test } from 'vitest'

import { askedAs, askerNow } from '#kernel/asked.ts'
import { silentLog } from '#kernel/log.ts'
import { DatabaseGone } from '#platform/database/database-gone.ts'
import { organizationWithContent } from '#test/content-stage.ts'
import { testDatabase } from '#test/shared-parts.ts'

import { StoreLater } from './store-later.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let organizationId: Awaited<ReturnType<typeof organizationWithContent>>['id']
beforeAll(async () => {
  database = await testDatabase()
  organizationId = (await organizationWithContent(database)).id
})

/** What was done, by name. */
function working() {
  const done: string[] = []
  const clock = { now: 0 }
  const later = new StoreLater({ database, log: silentLog, now: () => clock.now })
  const write = (name: string) => async () => void done.push(name)
  const failing = (error: Error) => async () => {
    throw error
  }
  return { later, done, clock, write, failing }
}

test('it is done after those who wait, in no call’s name, also when a transaction is open around it', async () => {
  const { later, done } = working()
  const write = async () => void done.push(askerNow().rank)

  await database.forOrganization({ organizationId }, 'read', async () => {
    askedAs({ rank: 'call' }, () => later.add(organizationId, [write]))
  })
  await later.settled()

  expect(done).toEqual(['background'])
})

test('one that fails does not keep the next ones from being done', async () => {
  const { later, done, write, failing } = working()

  later.add(organizationId, [write('one'), failing(new Error('gone')), write('two')])
  await later.settled()
  later.add(organizationId, [write('three')])
  await later.settled()

  expect(done).toEqual(['one', 'two', 'three'])
})

test('a full disk is left alone for ten seconds', async () => {
  const { later, done, clock, write, failing } = working()

  later.add(organizationId, [failing(new DatabaseGone('full', 'no space left')), write('one')])
  await later.settled()
  clock.now = 9_999
  later.add(organizationId, [write('two')])
  await later.settled()
  expect(done).toEqual([])

  clock.now = 10_000
  later.add(organizationId, [write('three')])
  await later.settled()
  expect(done).toEqual(['three'])
})

test('what is too much is left out, of one organization before there is no room for another', async () => {
  const { later, done, write } = working()
  const { id: other } = await organizationWithContent(database)
  const many = (name: string, count: number) => Array.from({ length: count }, () => write(name))

  later.add(organizationId, many('one', 150))
  later.add(other, many('other', 30))
  await later.settled()

  expect(done.filter((name) => name === 'one')).toHaveLength(50)
  expect(done.filter((name) => name === 'other')).toHaveLength(30)
})
