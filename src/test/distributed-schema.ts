import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { migrations } from './template.ts'

/** Into how many parts every table of organizations is cut. */
export const shards = 4

/**
 * A folder with the real migrations, in which every table of schema app is partitioned by the hash of `organization_id`: PostgreSQL
 * then refuses what an engine that distributes rows by organization would refuse. What engines distribute is the leaves, so that
 * tables with partitions of their own are cut below these.
 */
export async function distributedMigrations(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-distributed-'))
  for (const name of await readdir(migrations)) {
    if (!name.endsWith('.sql')) continue
    await writeFile(join(folder, name), distributed(await readFile(join(migrations, name), 'utf8')))
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** The same statements for partitioned tables. */
function distributed(sql: string): string {
  return (
    sql
      .replaceAll(/^create table (app\.\w+) \(\n(?: .*\n|\n)*\);/gm, (whole, table: string) =>
        cut(whole.slice(0, -1), table),
      )
      .replaceAll(/^create table (app\.\w+) partition of app\.\w+ default;/gm, (whole, table: string) =>
        cut(whole.slice(0, -1), table),
      )
      .replaceAll(/^ +execute format\('create table app\.%I partition of [^;]*;/gm, cutInLoop)
      // Settings of storage are those of the leaves.
      .replaceAll(/^alter table (app\.\w+) set \([^;]*;/gm, (whole, table: string) =>
        each((n) => whole.replace(table, `${table}_h${n}`)),
      )
      .replaceAll(`a.amname = 'gin'`, `c.relkind = 'i' and a.amname = 'gin'`)
  )
}

function cut(create: string, table: string): string {
  return `${create} partition by hash (organization_id);\n${each((n) => `create table ${table}_h${n} partition of ${table} for values with (modulus ${shards}, remainder ${n});`)}`
}

/** What makes partitions by their name, in a loop of a procedure. */
function cutInLoop(execute: string): string {
  return `${execute.replace("to (%L)'", "to (%L) partition by hash (organization_id)'")}
      for n in 0..${shards - 1} loop
        execute format('create table app.%I partition of app.%I for values with (modulus ${shards}, remainder %s)', name || '_h' || n, name, n);
      end loop;`
}

function each(statement: (n: number) => string): string {
  return Array.from({ length: shards }, (_, n) => statement(n)).join('\n')
}
