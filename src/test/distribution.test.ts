import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { catalog } from '#catalog/catalog.ts'
import { newId, type OrganizationId } from '#kernel/ids.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { tenantTables } from '#kernel/tables.ts'
import { serverUrl } from '#platform/database/test-server.ts'

import type { TestDatabase } from './database.ts'
import { distributedMigrations, shards } from './distributed-schema.ts'
import { newCallKey } from './sample-records.ts'
import { sampleOf } from './samples.ts'
import { ownDatabase } from './shared-parts.ts'
import { stage } from './stage.ts'

// The migrations run one by one here, for four times as many tables.
vi.setConfig({ hookTimeout: 240_000 })

// The stand-in for an engine that distributes rows by organization (database.md#distributable-by-organization).
describe.runIf(serverUrl !== undefined)(
  'with every table of organizations cut by organization (needs PostgreSQL)',
  () => {
    let database: TestDatabase
    let removeMigrations: () => Promise<void>
    beforeAll(async () => {
      const { folder, remove } = await distributedMigrations()
      removeMigrations = remove
      database = await ownDatabase({ folder })
      await look('select pg_stat_reset()')
    })
    afterAll(() => removeMigrations())

    test('PostgreSQL accepts every key and reference', async () => {
      const rows = await look<{ name: string; leaves: number; by: string }>(`
      select t.relname::text as name, (select count(*)::int from pg_partition_tree(t.oid) where isleaf) as leaves,
        (select string_agg(distinct pg_get_partkeydef(l.parentrelid), ',') from pg_partition_tree(t.oid) l where l.isleaf) as by
      from pg_class t where t.relnamespace = 'app'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition order by 1`)

      expect(rows.map(({ name }) => name)).toEqual([...tenantTables].toSorted())
      for (const { name, leaves, by } of rows)
        expect([name, by, leaves % shards]).toEqual([name, 'HASH (organization_id)', 0])
    })

    const operations: AnyOperation[] = Object.values(catalog).flat()

    test.each(operations.map((op) => [op.name, op] as const))('%s works', async (_name, op) => {
      const on = await stage({ organizationId: await idInFirstShard() })
      const { input } = await sampleOf(op, on)
      const elevated = { elevatedUntil: new Date(Date.now() + 60_000) }
      const caller = op.excluded === undefined ? {} : ({ door: 'app', as: elevated } as const)

      const { status, body } = await on.answerOf(op, input, { ...caller, ...newCallKey(op), confirm: true })

      expect(status, body).toBe(200)
    })

    test('and no statement of all these has looked at a part without rows of its organization', async () => {
      // What a connection has counted is there for all once it ends.
      await look(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      )
      const left = () =>
        look(
          `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
        )
      await expect.poll(async () => (await left()).length).toBe(0)
      const scans = await look<{ part: string; n: number }>(
        `select relname::text as part, (seq_scan + coalesce(idx_scan, 0))::int as n from pg_stat_user_tables where schemaname = 'app'`,
      )
      const looked = scans.filter(({ n }) => n > 0).map(({ part }) => part)

      expect(looked.filter((part) => part.endsWith('_h0')).length).toBeGreaterThan(tenantTables.size / 2)
      expect(looked.filter((part) => !part.endsWith('_h0'))).toEqual([])
    })

    async function idInFirstShard(): Promise<OrganizationId> {
      for (;;) {
        const id = newId('organization')
        const [found] = await look<{ is: boolean }>(
          `select satisfies_hash_partition('app.item'::regclass, ${shards}, 0, '${id}'::text) as is`,
        )
        if (found?.is === true) return id
      }
    }

    async function look<R extends object>(statement: string): Promise<R[]> {
      return database.asOwner(async (connection) => (await connection.query<R>(statement)).rows)
    }
  },
)
