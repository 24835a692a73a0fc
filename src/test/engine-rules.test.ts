import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, expect, test } from 'vitest'

import { triggers } from './database-rights.ts'
import type { TestDatabase } from './database.ts'
import { testDatabase } from './shared-parts.ts'

// What engines that distribute rows by organization do not have, or have in part, each with the reviewed places that need it. An
// addition is a step away from all of them (database.md#distributable-by-organization); docs/scaling.md says what they are.

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})

const ofTables = `n.nspname = 'app' and c.relkind in ('r', 'p') and not c.relispartition`

const rules = [
  {
    engine: 'Citus',
    rule: 'unique keys name the organization',
    find: `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      where ${ofTables} and i.indisunique and not exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey) and a.attname = 'organization_id')`,
    except: [],
  },
  {
    engine: 'Citus',
    rule: 'references name it on both sides',
    find: `select k.conrelid::regclass || ' ' || k.conname as name from pg_constraint k join pg_namespace n on n.oid = k.connamespace
      where n.nspname = 'app' and k.contype = 'f' and k.conparentid = 0
        and pg_get_constraintdef(k.oid) !~ '^FOREIGN KEY \\(organization_id\\y.*REFERENCES app\\.\\w+\\(organization_id\\y'`,
    except: [],
  },
  {
    engine: 'Citus',
    rule: 'no numbers from a sequence',
    find: `select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'app' and c.relkind = 'S'
      union all select c.relname || '.' || a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'app' and a.attidentity <> ''`,
    except: [],
  },
  {
    engine: 'Citus',
    rule: 'triggers only where they run beside their row',
    find: `select distinct t.tgname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
      where ${ofTables} and not t.tgisinternal`,
    except: triggers,
  },
  {
    engine: 'YugabyteDB',
    rule: 'no exclusion or deferrable constraints',
    find: `select k.conname::text as name from pg_constraint k join pg_namespace n on n.oid = k.connamespace where n.nspname = 'app' and (k.contype = 'x' or k.condeferrable)`,
    except: [],
  },
  {
    engine: 'YugabyteDB and CockroachDB',
    rule: 'inverted indexes of one column',
    find: `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam where ${ofTables} and m.amname = 'gin' and i.indnkeyatts > 1`,
    except: [
      'app.context_entry_head',
      'app.context_entry_text',
      'app.context_entry_words',
      'app.delivery_subjects',
      'app.item_search_text',
    ],
  },
  {
    engine: 'YugabyteDB',
    rule: 'indexes of these kinds only',
    find: `select distinct m.amname::text as name from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam where ${ofTables}`,
    except: ['btree', 'gin'],
  },
  {
    engine: 'CockroachDB',
    rule: 'no subquery in a policy',
    find: `select p.polname::text as name from pg_policy p where coalesce(pg_get_expr(p.polqual, p.polrelid), '') || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '') ~* '\\mselect\\M'`,
    except: [],
  },
] as const

test.each(rules)('$engine: $rule', async ({ find, except }) => {
  const { rows } = await database.asOwner((connection) => connection.query<{ name: string }>(find))

  expect(rows.map(({ name }) => name).toSorted()).toEqual(except)
})

const words = [
  {
    engine: 'YugabyteDB',
    rule: 'advisory locks',
    word: /\bpg_(?:try_)?advisory_/,
    except: [
      'areas/jobs/claim-jobs.ts',
      'areas/library/fetched-entries.ts',
      'catalog/run/idempotency.ts',
      'platform/database/logins.ts',
      'platform/database/migrate.ts',
      'platform/database/own-schema.ts',
      'platform/database/place-locks.ts',
      'platform/database/session-limits.ts',
      'platform/database/upkeep.ts',
    ],
  },
  {
    engine: 'CockroachDB',
    rule: 'the place of a row',
    word: /\bctid\b/,
    except: ['areas/search-console/remove-old-rows.ts', 'platform/database/rewrap.ts'],
  },
  {
    engine: 'Citus',
    rule: 'settings that are not forwarded to where the row is',
    word: /\bset_config\(/,
    except: [
      'areas/approvals/bound-records.ts',
      'areas/content/stored/item-documents.ts',
      'kernel/bind-records.ts',
      'work/purge-organizations.ts',
    ],
  },
] as const

test.each(words)('$engine: $rule in the reviewed files only', ({ word, except }) => {
  const source = join(import.meta.dirname, '..')
  const files = globSync('{areas,catalog,faces,kernel,main,platform,work}/**/*.ts', { cwd: source })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/test/.test(file) && word.test(readFileSync(join(source, file), 'utf8')))

  expect(files.toSorted()).toEqual(except)
})
