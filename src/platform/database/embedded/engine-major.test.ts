import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { lookAtDirectory } from '#platform/database/look.ts'
import { openEmptyEngine } from '#test/empty-database.ts'

import { engineMajor } from './engine-major.ts'

test('a directory of another major version is refused in plain words, before the engine touches it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'masthead-major-'))
  const directory = join(dataDir, 'database')
  const look = () => lookAtDirectory({ dataDir, fsync: false, log: silentLog }, async () => 'looked')
  try {
    expect(await look()).toBeUndefined()
    await mkdir(directory)
    await writeFile(join(directory, 'PG_VERSION'), `${engineMajor - 1}\n`)
    await expect(look()).rejects.toThrow(
      new RegExp(`is of PostgreSQL ${engineMajor - 1}, .*"masthead backup <folder>".*"masthead restore <folder>"`),
    )

    await writeFile(join(directory, 'PG_VERSION'), `${engineMajor + 1}\n`)
    await expect(look()).rejects.toThrow('is newer than the engine')
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('the engine is of the major version that is said', async () => {
  const engine = await openEmptyEngine()
  const { rows } = await engine.db.query<{ version: string }>('select version() as version')
  await engine.close()

  expect(rows[0]?.version).toContain(`PostgreSQL ${engineMajor}.`)
})
