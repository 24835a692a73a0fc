import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { openTestDatabase } from '#test/database.ts'

import { createLoop } from './loop.ts'

test('a loop that is woken inside a transaction asks the database all the same, in this round and in those after it', async () => {
  const database = await openTestDatabase()
  const rounds = Promise.withResolvers<number[]>()
  const asked: number[] = []
  const loop = createLoop({
    name: 'look',
    everyMs: 1,
    log: { ...silentLog, error: (fields) => rounds.reject(fields['err']) },
    async round() {
      await database.asSystem((db) => sql`select 1`.execute(db))
      if (asked.push(asked.length) === 3) rounds.resolve([...asked])
      return 'idle'
    },
  })

  await database.identityStatement(async (db) => {
    loop.start()
    loop.wake()
    await sql`select 1`.execute(db)
  })

  expect(await rounds.promise).toEqual([0, 1, 2])
  await loop.stop()
  await database.close()
})
