import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import pg from 'pg'
import { expect, test } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { migrations, noSecrets } from '#test/template.ts'

import { openDatabase } from './backend.ts'
import { loginName, type LoginGroup } from './logins.ts'
import { groupRoles, roleStatements } from './role-statements.ts'
import { createTestDatabase, serverUrl } from './test-server.ts'

const [first, later] = await Promise.all(
  ['0000_roles.sql', '0084_audit_retention.sql'].map((name) => readFile(join(migrations, name), 'utf8')),
)
const rolesMigration = `${first}\n${later}`

test('the group roles are those of the migrations that make them', () => {
  const { names, attributes } = groupRoles(rolesMigration)

  expect(names).toContain('masthead_definer')
  expect(names).toHaveLength(7)
  expect(attributes).toContain('nobypassrls')
})

test('neither password nor anything that ends a statement comes from the address', () => {
  const statements = roleStatements({
    databaseUrl: 'postgres://own%22er:topsecret@db.example.com/my%22base',
    rolesMigration,
  }).join('\n')

  expect(statements).not.toContain('topsecret')
  expect(statements).toContain('to "own""er";')
  expect(statements).toContain('"masthead_app__my""base"')
})

test.skipIf(serverUrl === undefined)(
  'after the printed statements an account without the right to create roles runs Masthead',
  async () => {
    const server = serverUrl ?? ''
    const { name, url, drop } = await createTestDatabase(server)
    const owner = `masthead_test_${randomUUID().slice(0, 8)}`
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query(`create role "${owner}" login nosuperuser nocreaterole password 'test'`)
    const as = (user: string) => Object.assign(new URL(url), { username: user, password: 'test' }).href

    const printed = roleStatements({ databaseUrl: as(owner), rolesMigration })
    const statements = printed.join('\n').replaceAll(/<password of [^>]+>/g, 'test')
    await admin.query(statements)
    await admin.query(statements)
    const login = (group: LoginGroup) => as(loginName(group, name))
    const backend = await openDatabase({
      databaseUrl: as(owner),
      urls: { app: login('app'), auth: login('auth'), system: login('system'), retention: login('retention') },
      migrations,
      statements: 'named',
      poolMax: 1,
      secrets: noSecrets,
      log: silentLog,
    })
    const ready = await backend.ready()

    await backend.close()
    await admin.end()
    await drop()
    const last = new pg.Client({ connectionString: server })
    await last.connect()
    await last.query(`drop role "${owner}"`)
    await last.end()
    expect(ready).toBe(true)
  },
)
