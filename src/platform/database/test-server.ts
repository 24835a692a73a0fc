import { randomUUID } from 'node:crypto'

import pg from 'pg'

/** The PostgreSQL of this test run, as superuser: tests that need it are skipped without. */
export const serverUrl = process.env['DATABASE_URL']

export type TestDatabase = { name: string; url: string; drop: () => Promise<void> }

/** Makes an empty database, of its own name unless one is given; `drop` also removes the login roles that Masthead made for it. */
export async function createTestDatabase(server: string, options = '', name = randomName()): Promise<TestDatabase> {
  await onServer(server, [`create database ${name} ${options}`])
  const url = new URL(server)
  url.pathname = `/${name}`
  const logins = ['app', 'auth', 'system', 'retention'].map((group) => `drop role if exists masthead_${group}__${name}`)
  return { name, url: url.href, drop: () => onServer(server, [`drop database ${name} with (force)`, ...logins]) }
}

function randomName(): string {
  return `masthead_test_${randomUUID().replaceAll('-', '').slice(0, 12)}`
}

async function onServer(server: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
