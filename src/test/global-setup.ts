import { randomUUID } from 'node:crypto'

import pg from 'pg'
import type { TestProject } from 'vitest/node'

import { keptTemplates, makeTemplate } from './kept-templates.ts'

/**
 * Every database of a test is a copy of one that was migrated before: embedded, or on the server of DATABASE_URL. There the
 * copies that test files shared go at the end: their names begin with that of the template.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { empty, migrated } = await keptTemplates()
  project.provide('emptyTemplate', empty)
  const server = process.env['DATABASE_URL']
  if (server !== undefined) return onServer(project, server)
  project.provide('template', { file: migrated })
  return async () => {}
}

async function onServer(project: TestProject, server: string): Promise<() => Promise<void>> {
  const name = `masthead_template_${randomUUID().slice(0, 8)}`
  await query(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  await makeTemplate(url.href)
  project.provide('template', { name })
  return async () => {
    const { rows } = await query(server, `select datname as name from pg_database where datname ^@ '${name}'`)
    for (const made of rows) {
      await query(server, `drop database ${made.name} with (force)`)
      for (const group of ['app', 'auth', 'system'])
        await query(server, `drop role if exists masthead_${group}__${made.name}`)
    }
  }
}

async function query(server: string, statement: string): Promise<pg.QueryResult<{ name: string }>> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  return client.query<{ name: string }>(statement).finally(() => client.end())
}
