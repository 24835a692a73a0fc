import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import pg from 'pg'
import type { TestProject } from 'vitest/node'

const run = promisify(execFile)

/**
 * Migrates once: every database of a test file is a copy of this one, embedded or on the server of DATABASE_URL. The work is done
 * in a process of its own, because this one does not resolve imports by condition.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env['DATABASE_URL']
  return server === undefined ? embedded(project) : onServer(project, server)
}

async function embedded(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-template-'))
  const file = join(folder, 'template.tar')
  await make(file)
  project.provide('template', { file })
  return () => rm(folder, { recursive: true })
}

async function onServer(project: TestProject, server: string): Promise<() => Promise<void>> {
  const name = `masthead_template_${randomUUID().slice(0, 8)}`
  await query(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  await make(url.href)
  project.provide('template', { name })
  return async () => {
    await query(server, `drop database ${name} with (force)`)
    for (const group of ['app', 'auth', 'system']) await query(server, `drop role if exists masthead_${group}__${name}`)
  }
}

async function make(target: string): Promise<void> {
  await run(process.execPath, ['--conditions=source', join(import.meta.dirname, 'make-template.ts'), target])
}

async function query(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
