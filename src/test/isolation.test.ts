import { beforeAll, describe, expect, test } from 'vitest'

import { catalog } from '#catalog/catalog.ts'
import { newId } from '#kernel/ids.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { type Tables, tenantTables } from '#kernel/tables.ts'
import type { Connection } from '#platform/database/connection.ts'
import { sqlStateOf } from '#platform/database/database-gone.ts'
import { tenantDatabase, type TenantDatabase } from '#platform/database/tenant.ts'

import { readableOfAuth, sharedTables } from './database-rights.ts'
import { fingerprint } from './fingerprint.ts'
import { newCallKey } from './sample-records.ts'
import { sampleOf } from './samples.ts'
import { ownDatabase } from './shared-parts.ts'
import { stage } from './stage.ts'
import { newRow, readTables, type Row, type Table } from './tables.ts'

// The helper's own predicate is off in this whole file: only the policies hold here (database.md#proof-of-isolation).
let database: TenantDatabase
let tables: Table[]
const [a, b] = [newId('organization'), newId('organization')]
const seeded = { [a]: new Map<string, Row>(), [b]: new Map<string, Row>() }
const rowsOf = (organizationId: string) => seeded[organizationId] as Map<string, Row>

beforeAll(async () => {
  database = await ownDatabase({ predicate: false })
  tables = await database.backend.pools.app.use(readTables)
  for (const organizationId of [a, b])
    await asRequest({ organizationId }, async (connection) => {
      for (const table of tables) {
        if (sharedTables.includes(table.name)) continue
        const row = newRow(table, organizationId, rowsOf(organizationId))
        // A trigger may have made the only one already.
        const { code } = await attemptInsert(connection, table, row)
        const made = code === '23505' ? await connection.query<Row>(`select * from app.${table.name}`) : undefined
        rowsOf(organizationId).set(table.name, made?.rows[0] ?? (await insert(connection, table, row)))
      }
    })
})

describe('a request of one organization', () => {
  test('finds, changes and removes nothing of another, and leaves nothing there', async () => {
    await asRequest({ organizationId: a }, async (connection) => {
      for (const table of tables) {
        const name = `app.${table.name}`
        const seen = await attempt(connection, `select organization_id from ${name}`)
        expect([...new Set(seen.rows?.map((row) => row['organization_id']))], name).toEqual([a])

        const column = table.columns.at(-1)?.name
        for (const statement of [
          `select 1 from ${name} where organization_id = $1`,
          `update ${name} set ${column} = ${column} where organization_id = $1`,
          `delete from ${name} where organization_id = $1`,
        ]) {
          const { rowCount, code } = await attempt(connection, statement, [b])
          expect(code ?? rowCount, statement).toSatisfy(
            (answer) => answer === 0 || answer === '42501' || answer === '428C9',
          )
        }
        const moved = await attempt(connection, `update ${name} set organization_id = $1 where organization_id = $2`, [
          b,
          a,
        ])
        expect(moved.code, `${name}: moved`).toBe('42501')
        const placed = await attemptInsert(connection, table, { ...newRow(table, a, rowsOf(a)), organization_id: b })
        expect(placed.code, `${name}: inserted`).toBe('42501')
      }
    })
  })

  test('cannot refer to a row of another', async () => {
    await asRequest({ organizationId: a }, async (connection) => {
      for (const table of tables) {
        for (const { columns, target, targetColumns } of table.foreignKeys) {
          const [, column = ''] = columns
          const foreign = rowsOf(b).get(target)?.[targetColumns[1] ?? '']
          let { code } = await attemptInsert(connection, table, { ...newRow(table, a, rowsOf(a)), [column]: foreign })
          // The own row that is referred to already has its one row.
          if (code === '23505')
            code = (await attempt(connection, `update app.${table.name} set ${column} = $1`, [foreign])).code
          expect(code, `${table.name}.${column}`).toBe('23503')
        }
      }
    })
  })

  test('cannot read a partition beside its table', async () => {
    const { rows: partitions } = await database.backend.pools.app.use((connection) =>
      connection.query<{ name: string }>(
        `select relname::text as name from pg_class where relnamespace = 'app'::regnamespace and relispartition and relkind = 'r'`,
      ),
    )

    expect(partitions.length).toBeGreaterThan(3)
    await asRequest({ organizationId: a }, async (connection) => {
      for (const { name } of partitions)
        expect((await attempt(connection, `select 1 from app.${name}`)).code, name).toBe('42501')
    })
  })

  test('cannot alter or empty the audit log', async () => {
    await asRequest({ organizationId: a }, async (connection) => {
      for (const statement of [
        `update app.audit_record set code = 'changed'`,
        'delete from app.audit_record',
        'truncate app.audit_record',
        'alter table app.audit_record disable trigger append_only',
      ])
        expect((await attempt(connection, statement)).code, statement).toBe('42501')
    })
  })

  test('sees of schema auth its own organization, and no secret', async () => {
    const [own, other] = [await stage(), await stage()]
    const context = { organizationId: own.access.organization.id, userId: own.access.actor.userId }
    await asRequest(context, async (connection) => {
      for (const name of readableOfAuth) {
        const column = name === 'organizations' ? 'id' : 'organization_id'
        const { rows } = await attempt(connection, `select ${column} as id from auth.${name}`)
        expect(
          rows?.filter(({ id }) => id !== context.organizationId),
          name,
        ).toEqual([])
      }
      for (const statement of [
        'select secret_hash from auth.api_keys',
        'select password_phc from auth.users',
        'select 1 from auth.sessions',
        'select 1 from auth.one_time_tokens',
        'select 1 from auth.installation',
        'select 1 from auth.rate_head',
        `update auth.organizations set plan = 'starter'`,
        `update auth.memberships set role = 'owner'`,
        'delete from auth.api_keys',
        'select 1 from masthead.login',
        'create table app.mine (id text)',
        'set local role masthead_owner',
      ]) {
        const { code } = await attempt(connection, statement)
        // The embedded session is the superuser's and may take any role; no user's SQL runs there (database.md#roles-are-logins).
        if (statement.startsWith('set') && database.backend.kind === 'pglite') expect(code).toBeUndefined()
        else expect(code === '42P01' ? '42501' : code, statement).toBe('42501')
      }
      const members = await attempt(connection, 'select user_id from auth.members_of_organization()')
      expect(members.rows).toEqual([{ user_id: own.access.actor.userId }])
      const { rows } = await attempt(connection, 'select auth.revoke_api_key($1, $2) as at', [
        other.access.actor.credentialId,
        'x',
      ])
      expect(rows?.[0]?.['at'] ?? null).toBeNull()
    })
  })

  test.each([true, false])('reads its own rows through the query layer, its predicate on: %s', async (predicate) => {
    const layer = tenantDatabase(database.backend, { predicate })
    for (const name of tenantTables as ReadonlySet<keyof Tables & string>) {
      const found = await layer.forOrganization({ organizationId: a }, 'read', ({ db }) =>
        db
          .selectFrom(name as 'collection')
          .select('organization_id')
          .execute(),
      )
      expect([...new Set(found.map((row) => row.organization_id))], name).toEqual([a])
    }
  })
})

describe('without an organization', () => {
  test('nothing is seen and nothing is written', () => asRequest({}, expectNothing))

  test('an empty one is none', () => asRequest({ organizationId: '' }, expectNothing))

  test('the organization of a transaction ends with it, on the connection that others use next', async () => {
    const connection = await database.backend.pools.app.acquire()
    const first = await sessionOf(connection)
    await connection.send(prologue({ organizationId: a }))
    expect((await connection.query('select 1 from app.item')).rowCount).toBe(1)
    await connection.send(`COMMIT; ${prologue({})}`)
    await expectNothing(connection)
    await connection.send('ROLLBACK')
    connection.release()

    const next = await database.backend.pools.app.acquire()
    expect(await sessionOf(next)).toBe(first)
    await next.send(prologue({}))
    await expectNothing(next)
    await next.send('ROLLBACK')
    next.release()
  })
})

describe('every operation, with the policies alone,', () => {
  const operations: AnyOperation[] = Object.values(catalog).flat()

  test.each(operations.map((op) => [op.name, op] as const))(
    '%s works, and shows and changes nothing of another organization',
    async (name, op) => {
      const [own, other] = [await stage(), await stage()]
      const { input, ids = [] } = await sampleOf(op, own)
      const elevated = { elevatedUntil: new Date(Date.now() + 60_000) }
      const caller = op.excluded === undefined ? {} : ({ door: 'app', as: elevated } as const)
      const before = await fingerprint(own)
      const answer = await other.answerOf(op, input, { ...caller, ...newCallKey(op), confirm: true })
      const named = new Set(JSON.stringify(input).match(/[a-z]{3}_[0-9a-z]{26}/g))

      if (ids.length > 0) expect(answer.status).toBe(404)
      expect((await idsOf(own)).filter((id) => !named.has(id) && answer.body.includes(id))).toEqual([])
      expect(await fingerprint(own)).toBe(before)
      expect((await own.answerOf(op, input, { ...caller, ...newCallKey(op), confirm: true })).status).toBe(200)
    },
  )
})

/** Without an organization, no table has a row to see or takes one. */
async function expectNothing(connection: Connection): Promise<void> {
  for (const table of tables) {
    expect((await attempt(connection, `select 1 from app.${table.name}`)).rowCount, table.name).toBe(0)
    expect((await attemptInsert(connection, table, newRow(table, a, rowsOf(a)))).code, table.name).toBe('42501')
  }
}

async function sessionOf(connection: Connection): Promise<number | undefined> {
  return (await connection.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
}

/** The ids of every row of an organization. */
async function idsOf({ access }: Awaited<ReturnType<typeof stage>>): Promise<string[]> {
  const found = await asRequest({ organizationId: access.organization.id }, async (connection) => {
    const withId = tables.filter(({ columns }) => columns.some(({ name, type }) => name === 'id' && type === 'text'))
    const lists = await connection.query<{ id: string }>(
      [...withId.map(({ name }) => `select id from app.${name}`), 'select id from auth.api_keys'].join(' union all '),
    )
    return lists.rows.map(({ id }) => id)
  })
  expect(found.length).toBeGreaterThan(0)
  return [...found, access.organization.id, access.actor.userId]
}

/** Work as the role of requests, in a transaction that is committed. */
async function asRequest<T>(
  context: { organizationId?: string; userId?: string },
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  return database.backend.pools.app.use(async (connection) => {
    await connection.send(prologue(context))
    const result = await work(connection)
    await connection.send('COMMIT')
    return result
  })
}

function prologue({ organizationId, userId }: { organizationId?: string; userId?: string }): string {
  const settings = [
    ...(organizationId === undefined ? [] : [`SET LOCAL app.organization_id = '${organizationId}'`]),
    ...(userId === undefined ? [] : [`SET LOCAL app.user_id = '${userId}'`]),
  ]
  const role = database.backend.kind === 'pglite' ? ['SET LOCAL ROLE masthead_app'] : []
  return ['BEGIN', ...role, ...settings].join('; ')
}

async function insert(connection: Connection, table: Table, row: Row): Promise<Row> {
  const names = Object.keys(row)
  const statement = `insert into app.${table.name} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning *`
  const { rows } = await connection.query<Row>(statement, Object.values(row))
  return rows[0] ?? {}
}

const attemptInsert = (connection: Connection, table: Table, row: Row) =>
  undone(connection, async () => ({ rows: [await insert(connection, table, row)], rowCount: 1 }))

const attempt = (connection: Connection, statement: string, values: readonly unknown[] = []) =>
  undone(connection, () => connection.query<Row>(statement, values))

/** What a statement does, or the SQLSTATE that it is refused with; nothing of it stays. */
async function undone(
  connection: Connection,
  work: () => Promise<{ rows: Row[]; rowCount: number }>,
): Promise<{ rows?: Row[]; rowCount?: number; code?: string | undefined }> {
  await connection.send('SAVEPOINT attempt')
  try {
    return await work()
  } catch (error) {
    const code = sqlStateOf(error)
    if (code === undefined) throw error
    return { code }
  } finally {
    await connection.send('ROLLBACK TO SAVEPOINT attempt')
  }
}
