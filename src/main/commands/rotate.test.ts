import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, expect, test } from 'vitest'

import { Secret } from '#kernel/secret.ts'
import type { Connection } from '#platform/database/connection.ts'
import type { Lend } from '#platform/database/rewrap.ts'
import { openVault } from '#platform/vault/vault.ts'
import { openTestDatabase } from '#test/database.ts'

import { rotate } from './rotate.ts'

const place = { organization: null, table: 'installation', row: 'a', column: 'value' }

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

test('what a call sealed by the earlier key is wrapped again, too, where it comes after its table was read', async () => {
  const { asOwner, vault, add, sealed } = await opened()
  await add('early', vault.encrypt('early', place))
  const earlier = vault.currentKid
  const late = vault.encrypt('late', place)
  const lend: Lend = (work) =>
    asOwner(async (connection) => {
      const done = await work(connection)
      if (!(await sealed('early', connection)).startsWith(`v1:${earlier}:`)) await add('late', late, connection)
      return done
    })

  const [, told] = await rotate(lend, vault)

  expect(told).toContain(': 2 were wrapped again')
  expect(await sealed('late')).toMatch(`v1:${vault.currentKid}:`)
  expect(vault.decrypt(await sealed('late'), place).reveal()).toBe('late')
})

test('a text that no key opens any longer does not keep the others from a new key', async () => {
  const { asOwner, vault, add, sealed } = await opened()
  const lost = await openVault({ keys: [{ kid: 'lost', key: new Secret(randomBytes(32)) }], dataDir: '' })
  await add('lost', lost.encrypt('lost', place))
  await add('kept', vault.encrypt('kept', place))
  const earlier = vault.currentKid

  const told = await rotate(asOwner, vault)

  expect(vault.currentKid).not.toBe(earlier)
  expect(told).toContain('1 sealed texts could not be opened with any key and stay as they are.')
  expect(await sealed('kept')).toMatch(`v1:${vault.currentKid}:`)
})

/** An empty database, with a key file. */
async function opened() {
  const { asOwner, close } = await openTestDatabase()
  ends.push(close)
  const dataDir = await mkdtemp(join(tmpdir(), 'masthead-rotate-'))
  ends.push(() => rm(dataDir, { recursive: true, force: true }))
  const on = <T>(connection: Connection | undefined, work: (connection: Connection) => Promise<T>) =>
    connection === undefined ? asOwner(work) : work(connection)
  return {
    asOwner,
    vault: await openVault({ keys: null, dataDir }),
    add: (name: string, value: string, connection?: Connection) =>
      on(connection, (one) =>
        one.query('insert into auth.installation (name, value) values ($1, $2) on conflict do nothing', [name, value]),
      ),
    async sealed(name: string, connection?: Connection): Promise<string> {
      const { rows } = await on(connection, (one) =>
        one.query<{ value: string }>('select value from auth.installation where name = $1', [name]),
      )
      return rows[0]?.value ?? ''
    },
  }
}
