import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inspect } from 'node:util'

import { afterAll, expect, test } from 'vitest'

import type { Place } from '#kernel/sealing.ts'
import { Secret } from '#kernel/secret.ts'

import { keyFilePath } from './key-file.ts'
import type { MasterKey } from './master-keys.ts'
import { VaultError } from './vault-error.ts'
import { openVault } from './vault.ts'

const folder = mkdtempSync(join(tmpdir(), 'masthead-vault-'))
afterAll(() => rmSync(folder, { recursive: true }))
let dirs = 0

const place: Place = { organization: 'org_a', table: 'connections', row: 'con_1', column: 'password' }

test('a sealed text opens in its place, and does not show what it holds', async () => {
  const vault = await given(key('k1'))
  const sealed = vault.encrypt('canary ünïcode', place)

  expect(vault.decrypt(sealed, place).reveal()).toBe('canary ünïcode')
  expect(vault.decrypt(vault.encrypt(new Secret(''), place), place).reveal()).toBe('')
  expect(sealed).toMatch(/^v1:k1:[\w-]+:[\w-]+$/)
  expect(Buffer.from(sealed.split(':')[3] ?? '', 'base64url').toString('latin1')).not.toContain('canary')
  expect(inspect(vault.decrypt(sealed, place))).not.toContain('canary')
})

test('equal texts are sealed differently', async () => {
  const vault = await given(key('k1'))
  const [one, other] = [vault.encrypt('same', place), vault.encrypt('same', place)]

  expect(one.split(':')[2]).not.toBe(other.split(':')[2])
  expect(one.split(':')[3]).not.toBe(other.split(':')[3])
})

test.each<[string, Partial<Place>]>([
  ['organization', { organization: 'org_b' }],
  ['owner', { organization: null }],
  ['table', { table: 'webhooks' }],
  ['row', { row: 'con_2' }],
  ['column', { column: 'token' }],
])('a sealed text that was moved to another %s does not open', async (_part, moved) => {
  const vault = await given(key('k1'))
  const sealed = vault.encrypt('text', place)

  expect(() => vault.decrypt(sealed, { ...place, ...moved })).toThrow(VaultError)
})

test.each([',', '|', ':', '"', '","', '\0'])(
  'the parts of a place cannot run into each other over %j',
  async (mark) => {
    const vault = await given(key('k1'))
    const sealed = vault.encrypt('text', { ...place, row: `a${mark}b`, column: 'c' })

    expect(() => vault.decrypt(sealed, { ...place, row: 'a', column: `b${mark}c` })).toThrow(VaultError)
  },
)

test('the halves of two sealed texts cannot be combined', async () => {
  const vault = await given(key('k1'))
  const [version, kid, wrapped] = vault.encrypt('one', place).split(':')
  const [, , , body] = vault.encrypt('other', place).split(':')

  expect(() => vault.decrypt([version, kid, wrapped, body].join(':'), place)).toThrow('altered or moved')
})

test('no altered byte goes unnoticed', async () => {
  const vault = await given(key('k1'))
  const [version, kid, ...parts] = vault.encrypt('text', place).split(':')

  for (const [index, part] of parts.entries()) {
    const bytes = Buffer.from(part, 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes)
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at)
      const text = [version, kid, ...parts.with(index, altered.toString('base64url'))].join(':')
      expect(() => vault.decrypt(text, place)).toThrow(VaultError)
    }
  }
})

test.each(['', 'text', 'v1:k1:', 'v1:k1::', 'v2:k1:aa:aa', 'v1:k1:aa:aa:aa'])(
  'what was never sealed (%j) is refused',
  async (text) => {
    const vault = await given(key('k1'))
    expect(() => vault.decrypt(text, place)).toThrow(VaultError)
  },
)

test('the first key seals, the others still open', async () => {
  const [old, fresh] = [key('old'), key('new')]
  const sealed = (await given(old)).encrypt('text', place)

  const both = await given(fresh, old)

  expect(both.decrypt(sealed, place).reveal()).toBe('text')
  expect(both.encrypt('text', place)).toMatch(/^v1:new:/)
  const alone = await given(fresh)
  expect(() => alone.decrypt(sealed, place)).toThrow('The master key old is not here (new given)')
})

test('a probe tells whether the keys are those of the data', async () => {
  const used = key('k1')
  const probe = (await given(used)).makeProbe()

  const rotated = await given(key('k2'), used)
  expect(() => rotated.checkProbe(probe)).not.toThrow()

  const other = await given(key('k1'))
  expect(() => other.checkProbe(probe)).toThrow('k1 is not the one that sealed this. Put the keys')
  const renamed = await given(key('k3'))
  expect(() => renamed.checkProbe(probe)).toThrow('The master key k1 is not here (k3 given). Put the keys')
})

test('the first start makes a key file that only its owner may open', async () => {
  const dataDir = newDir()

  const first = await openVault({ keys: null, dataDir })
  const second = await openVault({ keys: null, dataDir })

  const path = join(dataDir, 'keys', 'master.keys')
  expect([first.created, first.keyFile, second.created]).toEqual([true, path, false])
  expect(second.decrypt(first.encrypt('text', place), place).reveal()).toBe('text')
  expect(readdirSync(dirname(path))).toEqual(['master.keys'])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
})

test('first starts at the same time agree on one key', async () => {
  const dataDir = newDir()

  const vaults = await Promise.all(Array.from({ length: 8 }, () => openVault({ keys: null, dataDir })))

  expect(new Set(vaults.map(({ currentKid }) => currentKid)).size).toBe(1)
  expect(vaults.filter(({ created }) => created)).toHaveLength(1)
  expect(readdirSync(join(dataDir, 'keys'))).toEqual(['master.keys'])
})

test('given keys count instead of the key file, and none is made', async () => {
  const dataDir = newDir()

  const vault = await openVault({ keys: [key('k1')], dataDir })

  expect([vault.currentKid, vault.keyFile, vault.created]).toEqual(['k1', null, false])
  expect(readdirSync(folder)).not.toContain(`dir-${dirs}`)
})

test.each([
  ['is empty', ''],
  ['is cut off', 'k1:AAEC'],
  ['holds a placeholder', `k1:${Buffer.alloc(32, 7).toString('base64')}`],
])('a key file that %s is refused and left alone', async (_case, content) => {
  const dataDir = newDir()
  const path = keyFilePath(dataDir)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, content, { mode: 0o600 })

  await expect(openVault({ keys: null, dataDir })).rejects.toThrow(/^The key file .* cannot be used: entry 1 /)
  expect(readFileSync(path, 'utf8')).toBe(content)
})

test('a key file that others may read is refused with the command that mends it', async () => {
  const dataDir = newDir()
  await openVault({ keys: null, dataDir })
  const path = keyFilePath(dataDir)
  chmodSync(path, 0o640)

  await expect(openVault({ keys: null, dataDir })).rejects.toThrow(`Run: chmod 600 ${path}`)
})

test.each([
  ['is gone', undefined, 'is missing'],
  ['has other keys', `k1:${randomBytes(32).toString('base64')}\n`, 'does not have the key'],
])('no key is added to a key file that %s, and what was sealed still opens', async (_case, content, says) => {
  const vault = await openVault({ keys: null, dataDir: newDir() })
  const sealed = vault.encrypt('text', place)
  const path = vault.keyFile ?? ''
  if (content === undefined) rmSync(path)
  else writeFileSync(path, content)

  await expect(vault.addKey()).rejects.toThrow(says)

  expect(vault.decrypt(sealed, place).reveal()).toBe('text')
  if (content !== undefined) expect(readFileSync(path, 'utf8')).toBe(content)
})

function key(kid: string): MasterKey {
  return { kid, key: new Secret(randomBytes(32)) }
}

function given(...keys: MasterKey[]) {
  return openVault({ keys, dataDir: folder })
}

function newDir(): string {
  return join(folder, `dir-${++dirs}`)
}
