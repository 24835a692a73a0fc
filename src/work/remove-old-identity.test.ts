import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { openTestDatabase } from '#test/database.ts'

import { identityRemovals } from './remove-old-identity.ts'

/** Per removal: the table, the column that names a row here, and how one is written whose time has moved by an interval. */
const samples: Record<string, { table: string; name: string; over: string; still: string; insert: string }> = {
  sessions: {
    table: 'sessions',
    name: 'id',
    over: '-1 minute',
    still: '1 minute',
    insert: `insert into auth.sessions (id, token_hash, user_id, expires_at) select $name, $name::bytea, 'usr_1', now() + $by`,
  },
  counters: {
    table: 'rate_ring',
    name: 'credential_id',
    over: '-26 hours',
    still: '-24 hours',
    insert: `with head as (insert into auth.rate_head (credential_id, quota) values ($name, 5))
      insert into auth.rate_ring (credential_id, slot, at) values ($name, 0, now() + $by)`,
  },
  links: {
    table: 'one_time_tokens',
    name: `convert_from(token_hash, 'UTF8')`,
    over: '-8 days',
    still: '-6 days',
    insert: `insert into auth.one_time_tokens (token_hash, purpose, expires_at) values ($name::bytea, 'reset', now() + $by)`,
  },
  'sign-in attempts': {
    table: 'sign_in_attempts',
    name: 'id',
    over: '-25 hours',
    still: '-23 hours',
    insert: `insert into auth.sign_in_attempts (id, last_at) values ($name, now() + $by)`,
  },
  mail: {
    table: 'mail',
    name: 'id',
    over: '-3 days',
    still: '-1 day',
    insert: `insert into auth.mail (id, sealed, created_at) values ($name, '', now() + $by)`,
  },
  'sign-ups': {
    table: 'sign_ups',
    name: `convert_from(token_hash, 'UTF8')`,
    over: '-1 minute',
    still: '1 minute',
    insert: `insert into auth.sign_ups (token_hash, email, expires_at) values ($name::bytea, 'a@example.com', now() + $by)`,
  },
}

test.for(Object.entries(samples))('of %s goes what is over, a few at a time', async ([removal, sample]) => {
  const database = await openTestDatabase()
  try {
    const { table, name, over, still, insert } = sample
    const run = (statement: string) => database.asIdentity((db) => sql.raw<{ name: string }>(statement).execute(db))
    const add = (row: string, by: string) =>
      run(insert.replaceAll('$name', `'${row}'`).replaceAll('$by', `interval '${by}'`))
    await run(
      `insert into auth.users (id, email, email_key, display_name) values ('usr_1', 'a@b.example', 'a@b.example', 'A')`,
    )
    for (const row of ['over 1', 'over 2', 'over 3']) await add(row, over)
    await add('still', still)
    const remove = identityRemovals.find((one) => one.name === removal)?.remove
    const removed = () => database.asIdentity((db) => remove?.(db, 2) ?? Promise.reject(new Error('no such removal')))

    expect([await removed(), await removed(), await removed()]).toEqual([2, 1, 0])
    const { rows } = await run(`select ${name} as name from auth.${table} order by 1`)
    expect(rows).toEqual([{ name: 'still' }])
  } finally {
    await database.close()
  }
})
