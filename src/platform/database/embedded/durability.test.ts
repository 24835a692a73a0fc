import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { startChild } from '#platform/database/test-child.ts'

import { openEmbeddedPool } from './embedded-pool.ts'
import { openEngine } from './engine.ts'

// An engine opens in 0.3 s; next to other tests on a small machine it takes many times that.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'masthead-durability-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Stores numbers one by one, says each that was acknowledged, and leaves a transaction open beside them from time to time. */
const writer = (directory: string) => `
  import { openEmbeddedPool } from './embedded/embedded-pool.ts'
  import { openEngine } from './embedded/engine.ts'
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const engine = await openEngine({ directory: ${JSON.stringify(directory)}, fsync: true, log, onFatal: () => {} })
  const pool = openEmbeddedPool({ connect: engine.connect, statements: 'named', log })
  await pool.use((connection) => connection.send('create table number (id int primary key, half bool not null)'))
  for (let id = 1; ; id++) {
    await pool.use(async (connection) => {
      await connection.send('BEGIN')
      await connection.query('insert into number values ($1, true)', [id])
      await connection.query('update number set half = false where id = $1', [id])
      await connection.send('COMMIT')
    })
    console.log(id)
  }`

test(
  'a process that is killed while it writes loses nothing that it acknowledged, and keeps nothing half',
  { timeout: 120_000 },
  async () => {
    const directory = join(folder, 'database')
    const child = startChild(writer(directory))
    let acknowledged = 0
    while (acknowledged < 300) acknowledged = Number(await child.line())
    await child.kill('SIGKILL')

    const engine = await openEngine({ directory, fsync: true, log: silentLog, onFatal: () => {} })
    const pool = openEmbeddedPool({ connect: engine.connect, statements: 'named', log: silentLog })
    const { rows } = await pool.use((connection) =>
      connection.query<{ all: number; last: number; half: number }>(
        'select count(*) as all, max(id) as last, count(*) filter (where half) as half from number',
      ),
    )
    await pool.end()
    await engine.close()

    expect(rows[0]?.last).toBeGreaterThanOrEqual(acknowledged)
    expect(rows[0]).toMatchObject({ all: rows[0]?.last, half: 0 })
  },
)
