import { beforeAll, describe, expect, test } from 'vitest'

import { catalog } from '#catalog/catalog.ts'
import type { OperationName } from '#catalog/catalog.ts'
import { newId } from '#kernel/ids.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { type Tables, tenantTables } from '#kernel/tables.ts'
import type { Connection } from '#platform/database/connection.ts'
import { sqlStateOf } from '#platform/database/database-gone.ts'
import { tenantDatabase, type TenantDatabase } from '#platform/database/tenant.ts'

import { fingerprint } from './fingerprint.ts'
import { samples } from './samples.ts'
import { stage, testDatabase } from './stage.ts'
import { newRow, readTables, type Row, type Table } from './tables.ts'

// Every list here was reviewed. What is added to one needs a reason in the migration that makes it necessary.

/** Tables of schema app without rows of organizations. */
const sharedTables: string[] = []

/** Policies that show every row, of other roles than that of requests: table, role. */
const openPolicies = [
  'app.audit_record masthead_definer',
  'app.audit_record masthead_system',
  'app.idempotency_key masthead_system',
  'app.item masthead_search',
  'app.item_search masthead_search',
  'auth.api_keys masthead_auth,masthead_definer',
  'auth.invitations masthead_auth,masthead_definer',
  'auth.memberships masthead_auth,masthead_definer',
  'auth.oauth_grants masthead_auth,masthead_definer',
  'auth.organizations masthead_auth,masthead_definer',
  'auth.organizations masthead_system',
]

/** What background work may do in every table of organizations: remove the rows of one that was deleted. */
const rightsToPurge = ['DELETE', 'SELECT (organization_id)']

/** What other roles than that of requests may do in schema app besides. */
const rightsBeside = {
  'masthead_definer audit_record': ['INSERT'],
  'masthead_search item': ['SELECT (id)', 'SELECT (organization_id)', 'SELECT (slug)'],
  'masthead_search item_search': ['SELECT'],
  'masthead_system audit_record': ['SELECT'],
  'masthead_system idempotency_key': ['SELECT'],
}

/** What requests may read in schema auth; they change nothing there but by functions. */
const readableOfAuth = ['api_keys', 'invitations', 'memberships', 'oauth_grants', 'organizations']

/** Functions that run with the rights of their owner. */
const definers: Record<string, string> = {
  'app.search_items': 'masthead_search',
  'auth.add_invitation': 'masthead_definer',
  'auth.add_oauth_grant': 'masthead_definer',
  'auth.cancel_invitation': 'masthead_definer',
  'auth.change_grant_scopes': 'masthead_definer',
  'auth.change_member_role': 'masthead_definer',
  'auth.change_own_profile': 'masthead_definer',
  'auth.create_api_key': 'masthead_definer',
  'auth.delete_organization': 'masthead_definer',
  'auth.found_organization': 'masthead_definer',
  'auth.grant_credits': 'masthead_definer',
  'auth.has_member_with_address': 'masthead_definer',
  'auth.lock_api_key': 'masthead_definer',
  'auth.lock_organization': 'masthead_definer',
  'auth.lock_own_profile': 'masthead_definer',
  'auth.members_of_organization': 'masthead_definer',
  'auth.move_credits': 'masthead_definer',
  'auth.own_profile': 'masthead_definer',
  'auth.queue_mail': 'masthead_definer',
  'auth.remove_member': 'masthead_definer',
  'auth.rename_organization': 'masthead_definer',
  'auth.renew_invitation': 'masthead_definer',
  'auth.revoke_api_key': 'masthead_definer',
  'auth.revoke_oauth_grant': 'masthead_definer',
  'auth.rotate_api_key': 'masthead_definer',
  'auth.set_key_policy': 'masthead_definer',
  'auth.switch_api_key': 'masthead_definer',
  'auth.write_audit_record': 'masthead_definer',
}

/** Those of them that belong to no organization, or to the one that their argument names, with who may call them. */
const definersBeside: Record<string, string[]> = {
  'auth.queue_mail': ['masthead_app', 'masthead_auth'],
  'auth.write_audit_record': ['masthead_auth'],
}

/** Indexes that do not begin with the organization: they serve background work alone. */
const indexesAcross = ['idempotency_key_created_at_idx']

/** Triggers, none of which reaches beyond its row. */
const triggers = ['append_only', 'no_truncate']

// The helper's own predicate is off in this whole file: what holds here is held by the policies alone (data.md 4.5).
let database: TenantDatabase
let tables: Table[]
const [a, b] = [newId('organization'), newId('organization')]
const seeded = { [a]: new Map<string, Row>(), [b]: new Map<string, Row>() }
const rowsOf = (organizationId: string) => seeded[organizationId] as Map<string, Row>

beforeAll(async () => {
  database = await testDatabase({ predicate: false })
  tables = await database.backend.pools.app.use(readTables)
  for (const organizationId of [a, b])
    await asRequest({ organizationId }, async (connection) => {
      for (const table of tables) {
        if (sharedTables.includes(table.name)) continue
        const row = newRow(table, organizationId, rowsOf(organizationId))
        rowsOf(organizationId).set(table.name, await insert(connection, table, row))
      }
    })
})

describe('the catalog of the database says so', () => {
  test('every table of organizations names its organization first and is closed to others', async () => {
    const found = await look<{ name: string; forced: boolean; restrictive: boolean; primary: string[] }>(`
      select c.relname::text as name, c.relrowsecurity and c.relforcerowsecurity as forced,
        exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive and p.polcmd = '*'
          and pg_get_expr(p.polqual, p.polrelid) = '(organization_id = app.org())'
          and pg_get_expr(p.polwithcheck, p.polrelid) = '(organization_id = app.org())'
          and p.polroles = array['masthead_app'::regrole::oid]) as restrictive,
        (select array_agg(a.attname::text order by k.n) from pg_index i, unnest(i.indkey) with ordinality k(id, n)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.id where i.indrelid = c.oid and i.indisprimary
          and a.attrelid = i.indrelid) as primary
      from pg_class c where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
    const closed = found.filter(({ name }) => !sharedTables.includes(name))

    expect(closed.map(({ name }) => name)).toEqual([...tenantTables].toSorted())
    for (const { name, ...rules } of closed)
      expect({ name, ...rules, primary: rules.primary[0] }).toEqual({
        name,
        forced: true,
        restrictive: true,
        primary: 'organization_id',
      })
    for (const { name, columns } of tables.filter((table) => !sharedTables.includes(table.name)))
      expect(
        columns.find((column) => column.name === 'organization_id'),
        name,
      ).toMatchObject({ nullable: false, type: 'text', collation: 'C' })
  })

  test('indexes and references begin with the organization', async () => {
    const indexes = await look<{ name: string; unique: boolean; first: string; method: string }>(`
      select i.indexrelid::regclass::text as name, i.indisunique as unique, a.attname::text as first, m.amname::text as method
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam
        left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where c.relnamespace = 'app'::regnamespace and not c.relispartition and c.relkind in ('r', 'p')`)
    const references = tables.flatMap(({ name, foreignKeys }) =>
      foreignKeys.map(({ columns, targetColumns }) => ({ name, first: [columns[0], targetColumns[0]] })),
    )

    expect(indexes.length).toBeGreaterThan(20)
    expect(
      indexes
        .filter(({ first }) => first !== 'organization_id')
        .map(({ name }) => name.replace(/^app\./, ''))
        .toSorted(),
    ).toEqual(indexesAcross)
    expect(new Set(indexes.map(({ method }) => method))).toEqual(new Set(['btree', 'gin']))
    for (const { name, first } of references) expect(first, name).toEqual(['organization_id', 'organization_id'])
  })

  test('nothing stands in the way of distributing the rows by organization', async () => {
    expect(
      await look(
        `select conname from pg_constraint where connamespace = 'app'::regnamespace and (contype = 'x' or condeferrable)`,
      ),
    ).toEqual([])
    expect(
      await look(`select relname from pg_class where relnamespace = 'app'::regnamespace and relkind in ('S', 'm')`),
    ).toEqual([])
    const found = await look<{
      name: string
    }>(`select distinct tgname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'app'::regnamespace and not tgisinternal order by 1`)
    expect(found.map(({ name }) => name)).toEqual(triggers)
    const mutable = tables.filter(({ columns }) => columns.some(({ name }) => name === 'version'))
    for (const { name, columns } of mutable)
      expect(
        columns.map((column) => column.name),
        name,
      ).toEqual(expect.arrayContaining(['created_at', 'updated_at']))
  })

  test('views show what their reader may see', async () => {
    const views = await look<{ name: string; options: string[] | null }>(
      `select relname::text as name, reloptions as options from pg_class where relnamespace in ('app'::regnamespace, 'auth'::regnamespace) and relkind = 'v'`,
    )

    expect(views.filter(({ options }) => !options?.includes('security_invoker=true'))).toEqual([])
  })

  test('policies that show every row are the reviewed ones', async () => {
    const policies = await look<{ policy: string; roles: string[]; open: boolean; permissive: boolean }>(`
      select schemaname || '.' || tablename as policy, array(select unnest(roles)::text order by 1) as roles, qual = 'true' or with_check = 'true' as open,
        permissive = 'PERMISSIVE' as permissive from pg_policies where schemaname in ('app', 'auth')`)
    const open = policies.filter((one) => one.open && one.roles.join() !== 'masthead_app')

    expect(open.map(({ policy, roles }) => `${policy} ${roles.join()}`).toSorted()).toEqual(openPolicies)
    const ofRequests = policies.filter(({ open: isOpen, roles }) => isOpen && roles.includes('masthead_app'))
    expect(ofRequests.map(({ policy }) => policy.replace('app.', '')).toSorted()).toEqual([...tenantTables].toSorted())
  })

  test('functions with the rights of their owner are the reviewed ones, and nobody else may call them', async () => {
    const functions = await look<{
      name: string
      owner: string
      path: string | null
      callers: string[]
      args: string[] | null
      body: string
    }>(`
      select n.nspname || '.' || p.proname as name, p.proowner::regrole::text as owner, array_to_string(p.proconfig, ';') as path,
        p.proargnames as args, p.prosrc as body,
        array(select case when x.grantee = 0 then 'public' else x.grantee::regrole::text end from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x
          where x.privilege_type = 'EXECUTE' and x.grantee <> p.proowner) as callers
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')`)

    expect(Object.fromEntries(functions.map(({ name, owner }) => [name, owner]))).toEqual(definers)
    for (const { name, path, callers, args, body } of functions) {
      expect(path, name).toMatch(/^search_path=(auth, app|app, auth|app, public), pg_temp$/)
      expect(callers.toSorted(), name).toEqual(definersBeside[name] ?? ['masthead_app'])
      expect(args?.filter((argument) => /organi[sz]ation|^org/.test(argument)) ?? [], name).toEqual([])
      if (definersBeside[name] === undefined) expect(body, name).toContain('app.org()')
    }
  })

  test('rights on tables are the reviewed ones, and none are given on partitions', async () => {
    const rights = await look<{
      role: string
      schema: string
      relation: string
      right: string
      partition: boolean
      granted: boolean
    }>(`
      select case when x.grantee = 0 then 'public' else x.grantee::regrole::text end as role, c.relnamespace::regnamespace::text as schema, c.relname::text as relation,
        x.privilege_type || case when x.attname is null then '' else ' (' || x.attname || ')' end as right, c.relispartition as partition, x.is_grantable as granted
      from pg_class c, lateral (
        select grantee, privilege_type, is_grantable, null::name as attname from aclexplode(c.relacl)
        union all select y.grantee, y.privilege_type, y.is_grantable, a.attname from pg_attribute a, aclexplode(a.attacl) y where a.attrelid = c.oid) x
      where c.relnamespace in ('app'::regnamespace, 'auth'::regnamespace) and x.grantee <> c.relowner order by 1, 2, 3, 4`)
    const grouped = Object.groupBy(
      rights.filter(({ schema, role }) => schema === 'app' && role !== 'masthead_app'),
      ({ role, relation }) => `${role} ${relation}`,
    )
    const ofRequests = rights.filter(({ schema, role }) => schema === 'auth' && role === 'masthead_app')

    expect(rights.filter(({ partition, granted }) => partition || granted)).toEqual([])
    const told = Object.entries(grouped).map(([key, list = []]) => [key, list.map(({ right }) => right)] as const)
    const [purging, besides] = [new Map<string, string[]>(), new Map<string, string[]>()]
    for (const [key, list] of told) {
      const ofPurge = key.startsWith('masthead_system ') ? list.filter((right) => rightsToPurge.includes(right)) : []
      if (ofPurge.length > 0) purging.set(key.split(' ')[1] ?? '', ofPurge)
      const others = list.filter((right) => !ofPurge.includes(right))
      if (others.length > 0) besides.set(key, others)
    }
    expect(Object.fromEntries(besides)).toEqual(rightsBeside)
    expect(Object.fromEntries(purging)).toEqual(
      Object.fromEntries([...tenantTables].map((name) => [name, rightsToPurge])),
    )
    expect([...new Set(ofRequests.map(({ relation }) => relation))]).toEqual(readableOfAuth)
    expect(ofRequests.filter(({ right }) => !right.startsWith('SELECT') || right.includes('secret'))).toEqual([])
    expect(
      rights
        .filter(({ relation, role }) => relation === 'audit_record' && role === 'masthead_app')
        .map(({ right }) => right),
    ).toEqual(['INSERT', 'SELECT'])
  })

  test('no role of the product can do more than its rights', async () => {
    const roles = await look<{ name: string }>(`
      select rolname::text as name from pg_roles r where (rolname in ('masthead_app', 'masthead_auth', 'masthead_search', 'masthead_definer', 'masthead_system', 'masthead_owner')
          or rolname ~ ('^masthead_(app|auth|system)__' || current_database() || '$'))
        and (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication
          or exists (select from pg_class c where c.relowner = r.oid and r.rolname <> 'masthead_owner'))`)
    const schemas = await look<{ role: string }>(
      `select r.rolname::text as role from pg_roles r, pg_namespace n where n.nspname = 'masthead' and r.rolname like 'masthead\\_%'
        and r.rolname <> 'masthead_owner' and has_schema_privilege(r.oid, n.oid, 'usage')`,
    )

    expect([roles, schemas]).toEqual([[], []])
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
          // The own row that is referred to has its one row already.
          if (code === '23505')
            code = (await attempt(connection, `update app.${table.name} set ${column} = $1`, [foreign])).code
          expect(code, `${table.name}.${column}`).toBe('23503')
        }
      }
    })
  })

  test('cannot read a partition beside its table', async () => {
    const partitions = await look<{ name: string }>(
      `select relname::text as name from pg_class where relnamespace = 'app'::regnamespace and relispartition and relkind = 'r'`,
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
        // The embedded session is the superuser's: it may take any role, and no SQL of a user runs there (data.md 4.1).
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
      const { input, ids = [] } = await samples[name as OperationName](own)
      const elevated = { elevatedUntil: new Date(Date.now() + 60_000) }
      const caller = op.excluded === undefined ? {} : ({ door: 'app', as: elevated } as const)
      const before = await fingerprint(own)
      const answer = await other.answerOf(op, input, { ...caller, confirm: true })
      const named = new Set(JSON.stringify(input).match(/[a-z]{3}_[0-9a-z]{26}/g))

      if (ids.length > 0) expect(answer.status).toBe(404)
      expect((await idsOf(own)).filter((id) => !named.has(id) && answer.body.includes(id))).toEqual([])
      expect(await fingerprint(own)).toBe(before)
      expect((await own.answerOf(op, input, { ...caller, confirm: true })).status).toBe(200)
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
    const withId = tables.filter(({ columns }) => columns.some(({ name }) => name === 'id'))
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

async function look<R extends object>(statement: string): Promise<R[]> {
  return database.backend.pools.app.use(async (connection) => (await connection.query<R>(statement)).rows)
}
