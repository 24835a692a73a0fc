import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { askedAs } from '#kernel/asked.ts'
import { silentLog } from '#kernel/log.ts'

import { sqlStateOf } from './database-gone.ts'
import { loginName } from './logins.ts'
import { openPostgres } from './postgres.ts'
import type { PostgresOptions } from './postgres.ts'
import { scramVerifier } from './scram.ts'
import { createTestDatabase, serverUrl } from './test-server.ts'
import type { TestDatabase } from './test-server.ts'

const roles = `do $$ declare name text; begin
  foreach name in array array['masthead_app', 'masthead_auth', 'masthead_system'] loop
    begin execute format('create role %I nologin', name); exception when duplicate_object or unique_violation then null; end;
  end loop;
end $$;
create extension pg_trgm;
create table note (id int primary key, owner text not null default current_user);
alter table note enable row level security;
alter table note force row level security;
create policy base on note to masthead_app using (true) with check (true);
grant select, insert on note to masthead_app;`

/** A reversible stand-in for the vault's cipher. */
const secrets = {
  encrypt: (plain: string) => `sealed:${Buffer.from(plain).toString('hex')}`,
  decrypt: (sealed: string) => {
    if (!sealed.startsWith('sealed:')) throw new Error('not sealed with this key')
    return Buffer.from(sealed.slice(7), 'hex').toString()
  },
}

function otherKey(): never {
  throw new Error('not sealed with this key')
}

describe.runIf(serverUrl !== undefined)('a PostgreSQL server (skipped without DATABASE_URL)', () => {
  const server = serverUrl ?? ''
  let migrations: string
  let database: TestDatabase
  const ends: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    migrations = await mkdtemp(join(tmpdir(), 'masthead-migrations-'))
    await writeFile(join(migrations, '0001_roles.sql'), roles)
  })
  afterAll(() => rm(migrations, { recursive: true }))
  beforeEach(async () => {
    database = await createTestDatabase(server)
    ends.push(database.drop)
  })
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  })

  async function open(options: Partial<PostgresOptions> = {}) {
    const { pools, end } = await openPostgres({
      databaseUrl: database.url,
      secrets,
      migrations,
      poolMax: 3,
      statements: 'named',
      log: silentLog,
      ...options,
    })
    ends.push(end)
    return pools
  }

  test('pools log in as members of their groups, with the times of the data layer', async () => {
    const { app, auth, system } = await open()
    const who = 'select current_user::text as who'

    const users = await Promise.all([app, auth, system].map((pool) => pool.use((connection) => connection.query(who))))
    const times = await app.use((connection) =>
      connection.query(`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit,
        current_setting('enable_seqscan') as scans`),
    )
    const inserted = await app.use((connection) => connection.query('insert into note values (1) returning owner'))
    const refused = await auth
      .use((connection) => connection.query('select * from note'))
      .catch((error: unknown) => error)
    const hidden = await system
      .use((connection) => connection.query('select * from masthead.login'))
      .catch((error: unknown) => error)

    expect(users.map(({ rows }) => rows[0]?.['who'])).toEqual(
      ['app', 'auth', 'system'].map((group) => `masthead_${group}__${database.name}`),
    )
    expect(times.rows).toEqual([{ statement: '15s', lock: '3s', idle: '30s', jit: 'off', scans: 'off' }])
    expect(inserted.rows).toEqual([{ owner: `masthead_app__${database.name}` }])
    expect([refused, hidden].map(sqlStateOf)).toEqual(['42501', '42501'])
  })

  test('nodes that start together share one set of passwords, which the table holds sealed', async () => {
    await Promise.all([open(), open(), open()])

    const { rows } = await query(database.url, 'select role, secret from masthead.login order by role')
    const { rows: stored } = await query(
      database.url,
      `select rolpassword from pg_authid where rolname = 'masthead_app__${database.name}'`,
    )

    expect(rows.map(({ role }) => role)).toEqual(
      ['app', 'auth', 'system'].map((group) => `masthead_${group}__${database.name}`),
    )
    const password = secrets.decrypt(rows[0].secret)
    const [, , salt] = /^SCRAM-SHA-256\$(\d+):([^$]+)\$/.exec(stored[0].rolpassword) ?? []
    expect(scramVerifier(password, Buffer.from(salt ?? '', 'base64'))).toBe(stored[0].rolpassword)
  })

  test('a verifier is the one that the server makes for the same password', async () => {
    const { rows } = await query(
      database.url,
      `set password_encryption = 'scram-sha-256'; create role ${database.name}_probe password 'päss-word';
       select rolpassword from pg_authid where rolname = '${database.name}_probe'`,
    )
    await query(database.url, `drop role ${database.name}_probe`)

    const [, , salt] = /^SCRAM-SHA-256\$(\d+):([^$]+)\$/.exec(rows[0].rolpassword) ?? []

    expect(scramVerifier('päss-word', Buffer.from(salt ?? '', 'base64'))).toBe(rows[0].rolpassword)
  })

  test('a node with other keys is told so', async () => {
    await open()

    await expect(open({ secrets: { ...secrets, decrypt: otherKey } })).rejects.toThrow('MASTHEAD_KEYS')
  })

  test('a superuser, a role that bypasses policies, an owner and a stranger are refused for requests', async () => {
    await open()
    const login = (role: string) => Object.assign(new URL(database.url), { username: role }).href
    const probe = `${database.name}_probe`

    await expect(open({ urls: { app: database.url } })).rejects.toThrow('is a superuser')
    await query(database.url, `create role ${probe} login bypassrls`)
    await expect(open({ urls: { app: login(probe) } })).rejects.toThrow('has BYPASSRLS')
    await query(
      database.url,
      `alter role ${probe} nobypassrls; create table own (id int); alter table own owner to ${probe}`,
    )
    await expect(open({ urls: { auth: login(probe) } })).rejects.toThrow('owns the table own')
    await query(database.url, 'drop table own')
    await expect(open({ urls: { auth: login(probe) } })).rejects.toThrow('is not a member of masthead_auth')
    await query(database.url, `grant masthead_auth to ${probe}`)
    const { auth } = await open({ urls: { auth: login(probe) } })
    await auth.end()
    await query(database.url, `drop role ${probe}`)
  })

  test('a database with a plain C locale is refused', async () => {
    const plain = await createTestDatabase(
      server,
      "template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C' locale_provider libc",
    )
    ends.push(plain.drop)

    await expect(open({ databaseUrl: plain.url })).rejects.toThrow("LC_CTYPE 'C.UTF-8'")
  })

  test('a backend that is killed while it is checked out is DatabaseGone, and the pool heals', async () => {
    const { app } = await open()
    const connection = await app.acquire()
    const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')

    await query(database.url, `select pg_terminate_backend(${rows[0]?.pid})`)
    const error = await connection.query('select 1').catch((cause: unknown) => cause)
    connection.release()
    const after = await app.use((next) => next.query('select 1 as one'))

    expect(error).toMatchObject({ name: 'DatabaseGone', reason: 'lost' })
    expect(after.rows).toEqual([{ one: 1 }])
  })

  test('a server without connections left costs a wait: one of ours comes free', async () => {
    const { app } = await open()
    const owner = new pg.Client({ connectionString: database.url })
    await owner.connect()
    ends.push(() => owner.end())
    await owner.query(`alter role ${loginName('app', database.name)} connection limit 1`)

    const held = await app.acquire()
    const waiting = askedAs({ party: 'another' }, () =>
      app.use((connection) => connection.query<{ one: number }>('select 1 as one')),
    )
    const first = await Promise.race([waiting.then(() => 'answered'), pause(500, 'waits')])
    held.release()

    expect(first).toBe('waits')
    expect((await waiting).rows).toEqual([{ one: 1 }])
  })

  test('a plan that a migration made stale is retryable, and works the second time', async () => {
    const { app } = await open()
    await app.use(async (connection) => {
      await connection.query('select * from note')
      await query(database.url, 'alter table note add column more text')

      await connection.send('BEGIN')
      const error = await connection.query('select * from note').catch((cause: unknown) => cause)
      await connection.send('ROLLBACK; BEGIN')
      const again = await connection.query('select * from note')
      await connection.send('COMMIT')

      expect(sqlStateOf(error)).toBe('0A000')
      expect(again.rows).toEqual([])
    })
  })

  test('one stale plan is enough for all connections of the server', async () => {
    const { app } = await open({ poolMax: 8 })
    // Fewer than half, which one party may have: no spare one is opened, which would know no plan.
    const all = await Promise.all(Array.from({ length: 3 }, () => app.acquire()))
    for (const connection of all) await connection.query('select * from note')
    for (const connection of all) connection.release()
    await query(database.url, 'alter table note add column more text')

    const outcomes = []
    for (const _ of all)
      outcomes.push(
        await app.use((connection) => connection.query('select * from note')).then(() => 'answered', sqlStateOf),
      )
    const again = await Promise.all(all.map(() => app.acquire()))
    for (const connection of again)
      outcomes.push(await connection.query('select * from note').then(() => 'answered', sqlStateOf))
    for (const connection of again) connection.release()

    expect(outcomes).toEqual(['0A000', ...Array.from({ length: 5 }, () => 'answered')])
  })
})

test('names of logins fit into 63 bytes', () => {
  expect(loginName('app', 'press')).toBe('masthead_app__press')
  expect(Buffer.byteLength(loginName('system', 'x'.repeat(63)))).toBeLessThanOrEqual(63)
})

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const result: pg.QueryResult | pg.QueryResult[] = await client.query(text)
    const last = [result].flat().at(-1)
    if (!last) throw new Error('no result')
    return last
  } finally {
    await client.end()
  }
}
