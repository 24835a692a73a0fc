import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { serverUrl } from '#platform/database/test-server.ts'

import { databaseProcesses } from '../meter/database-processes.ts'
import type { Engine, Result } from './result.ts'

/** What the engines of a run are: the package, or what the server reports. */
export async function engineVersions(engines: readonly Engine[]): Promise<Result['engines']> {
  return Promise.all(engines.map(async (name) => ({ name, version: await versionOf(name) })))
}

async function versionOf(engine: Engine): Promise<string> {
  if (engine === 'pglite') {
    const file = join(import.meta.dirname, '../../node_modules/@electric-sql/pglite/package.json')
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
  }
  if (serverUrl === undefined) return 'unknown'
  const server = await databaseProcesses(serverUrl)
  await server.close()
  return server.version
}
