import { randomUUID } from 'node:crypto'

import pg from 'pg'

import { makeTemplate } from './kept-templates.ts'

/**
 * A migrated database on a server, to copy. `drop` removes it, and the copies that test files shared: their names begin with
 * its own.
 */
export async function makeServerTemplate(server: string): Promise<{ name: string; drop(): Promise<void> }> {
  const name = `masthead_template_${randomUUID().slice(0, 8)}`
  await query(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  await makeTemplate(url.href)
  return { name, drop: () => drop(server, name) }
}

async function drop(server: string, name: string): Promise<void> {
  const { rows } = await query(server, `select datname as name from pg_database where datname ^@ '${name}'`)
  for (const made of rows) {
    await query(server, `drop database ${made.name} with (force)`)
    for (const group of ['app', 'auth', 'system'])
      await query(server, `drop role if exists masthead_${group}__${made.name}`)
  }
}

async function query(server: string, statement: string): Promise<pg.QueryResult<{ name: string }>> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  return client.query<{ name: string }>(statement).finally(() => client.end())
}
