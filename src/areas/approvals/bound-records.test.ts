import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { sharedParts } from '#test/shared-parts.ts'

import { watchedRecords } from './bound-records.ts'

// What Masthead itself keeps of calls and of work in the background: nobody approves it, and it changes by itself.
const unbound = ['app.call_approval', 'app.delivery', 'app.job', 'auth.users']

test('every record that has a version is bound, by the trigger of its table', async () => {
  const { database } = await sharedParts()

  const { tables, triggers } = await database.asSystem(async (db) => ({
    tables: (
      await sql<{ name: string }>`select n.nspname || '.' || c.relname as name from pg_attribute a
        join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
        where a.attname = 'version' and n.nspname in ('app', 'auth') and c.relkind in ('r', 'p')`.execute(db)
    ).rows.map(({ name }) => name),
    triggers: (
      await sql<{
        name: string
        args: string
      }>`select n.nspname || '.' || c.relname as name, encode(t.tgargs, 'escape') as args
        from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
        where t.tgname = 'note_touched'`.execute(db)
    ).rows,
  }))

  const watched = Object.entries(watchedRecords)
  expect(tables.filter((name) => !unbound.includes(name)).toSorted()).toEqual(
    watched.map(([, { table }]) => table).toSorted(),
  )
  expect(triggers.map(({ name, args }) => [name, ...args.split('\\000').slice(0, 2)]).toSorted()).toEqual(
    watched.map(([name, { table, key }]) => [table, name, key]).toSorted(),
  )
})
