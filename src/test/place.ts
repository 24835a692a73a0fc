import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createTestDatabase, serverUrl } from '#platform/database/test-server.ts'

import type { Template } from './template.ts'
import { unpack } from './unpack.ts'

/** Where a test's server lives: a folder of its own, and on PostgreSQL a database of its own. */
export type Place = { dataDir: string; env: Record<string, string>; drop(): Promise<void> }

/** Makes a place for one server or several nodes on a copy of a migrated database. `env` is all that they read. */
export async function placeOn(template: Template): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'masthead-server-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  const env = {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    MASTHEAD_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    LOG_FORMAT: 'json',
    SHUTDOWN_DELAY: '0',
  }
  if (serverUrl === undefined) {
    if ('file' in template) unpack(template.file, join(dataDir, 'database'))
    return { dataDir, env, drop: removeFolder }
  }
  const database = await createTestDatabase(serverUrl, 'name' in template ? `template ${template.name}` : '')
  return {
    dataDir,
    env: { ...env, DATABASE_URL: database.url },
    async drop() {
      await database.drop()
      await removeFolder()
    },
  }
}
