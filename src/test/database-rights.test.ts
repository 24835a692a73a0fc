import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, test } from 'vitest'

import { tenantTables } from '#kernel/tables.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import {
  definers,
  definersBeside,
  indexesAcross,
  openPolicies,
  readableOfAuth,
  removedByRetention,
  rightsBeside,
  rightsToPurge,
  sharedTables,
  triggers,
} from './database-rights.ts'
import { ownDatabase } from './shared-parts.ts'
import { readTables, type Table } from './tables.ts'

const root = join(import.meta.dirname, '../..')
let database: TenantDatabase
let tables: Table[]
beforeAll(async () => {
  database = await ownDatabase()
  tables = await database.backend.pools.app.use(readTables)
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
      expect(path, name).toMatch(/^search_path=(auth, app|app, auth|app, public), pg_temp(;enable_\w+=off)*$/)
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
      Object.fromEntries(
        [...tenantTables].filter((name) => !removedByRetention.includes(name)).map((name) => [name, rightsToPurge]),
      ),
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
      select rolname::text as name from pg_roles r where (rolname in ('masthead_app', 'masthead_auth', 'masthead_search', 'masthead_definer', 'masthead_system', 'masthead_retention', 'masthead_owner')
          or rolname ~ ('^masthead_(app|auth|system|retention)__' || current_database() || '$'))
        and (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication
          or exists (select from pg_class c where c.relowner = r.oid and r.rolname <> 'masthead_owner'))`)
    const schemas = await look<{ role: string }>(
      `select r.rolname::text as role from pg_roles r, pg_namespace n where n.nspname = 'masthead' and r.rolname like 'masthead\\_%'
        and r.rolname <> 'masthead_owner' and has_schema_privilege(r.oid, n.oid, 'usage')`,
    )

    expect([roles, schemas]).toEqual([[], []])
  })
})

async function look<R extends object>(statement: string): Promise<R[]> {
  return database.backend.pools.app.use(async (connection) => (await connection.query<R>(statement)).rows)
}

// The owner of the tables is bound by their policies, and sees no row while it is in no organization.
test('a migration that changes rows of organizations sees them', () => {
  const blind = globSync('migrations/*.sql', { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/\$\$[^]*?\$\$/g, '')
    const changes = [...text.matchAll(/^(?:update|delete from) [^;]+;/gm)].map(([change]) => change)
    const tables = new Set(changes.flatMap((change) => change.match(/\bapp\.\w+(?![\w(])/g) ?? []))
    return [...tables]
      .filter((table) => !text.includes(`alter table ${table} no force row level security`))
      .map((table) => `${file}: ${table}`)
  })
  expect(blind).toEqual([])
})
