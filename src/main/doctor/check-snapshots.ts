import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { Config } from '#platform/config/config.ts'
import { listSnapshots } from '#platform/database/embedded/snapshot.ts'

import { type Check, fine, warning } from './check.ts'

const name = 'snapshots'
const day = 24 * 3600 * 1000

/** Whether the embedded database has a copy of the last two days. */
export async function checkSnapshots({ dataDir, database }: Config, now = Date.now()): Promise<Check[]> {
  const directory = join(dataDir, 'database')
  if (database.url !== null || !existsSync(join(directory, 'PG_VERSION'))) return []
  const folder = join(dataDir, 'snapshots')
  const all = await listSnapshots(folder, new Date(now))
  const newest = all.at(-1)
  const { birthtimeMs } = await stat(directory)
  if (newest === undefined && now - birthtimeMs < day)
    return [fine(name, 'The server takes the first snapshot of the database within a minute of its start.')]
  if (newest !== undefined && now - newest.takenAt.getTime() < 2 * day)
    return [fine(name, `${all.length} snapshots are in ${folder}, the newest from ${newest.takenAt.toISOString()}.`)]
  return [
    warning(
      name,
      newest === undefined
        ? `There is no snapshot of the database in ${folder}.`
        : `The newest snapshot of the database is from ${newest.takenAt.toISOString()}.`,
      'A running server takes one a day, up to a database of 1 GB: its log says what prevents it. Make a backup: masthead backup <folder>',
    ),
  ]
}
