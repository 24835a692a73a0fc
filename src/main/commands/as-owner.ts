import { join } from 'node:path'

import type { Log } from '#kernel/log.ts'
import type { Config } from '#platform/config/config.ts'
import type { Connection } from '#platform/database/connection.ts'
import { askServer } from '#platform/database/control.ts'
import { hasDatabase } from '#platform/database/embedded/snapshot.ts'
import { lookAtCopy, lookAtDirectory, lookAtServer } from '#platform/database/look.ts'
import { countNodes } from '#platform/database/node-name.ts'

import { findServer } from './find-server.ts'
import { inScratch } from './scratch.ts'

type Parts = { config: Config; log: Log }
type Work<T> = (connection: Connection) => Promise<T>

/** Works as the owner of the database, which no server may use meanwhile where it is embedded. */
export async function asOwner<T>(parts: Parts, work: Work<T>): Promise<T> {
  const { dataDir, database } = parts.config
  const result = await asOwnerIfAny(parts, async (connection) => ({ value: await work(connection) }))
  if (result === undefined) throw noDatabase(database.url === null ? `in ${dataDir}` : 'at the address in DATABASE_URL')
  return result.value
}

/** The same, or nothing where there is no database of Masthead. */
export async function asOwnerIfAny<T>({ config, log }: Parts, work: Work<T>): Promise<T | undefined> {
  const { url, directUrl, fsync } = config.database
  const orNone = async (connection: Connection) => ((await hasHistory(connection)) ? work(connection) : undefined)
  if (url !== null) return lookAtServer((directUrl ?? url).reveal(), log, orNone)
  return lookAtDirectory({ dataDir: config.dataDir, fsync, log }, orNone)
}

/** Refuses where no database of Masthead is, before a command that needs one makes one. */
export async function requireDatabase({ config, log }: Parts): Promise<void> {
  const { url } = config.database
  if (url !== null) await asOwner({ config, log }, async () => undefined)
  else if (!hasDatabase(join(config.dataDir, 'database'))) throw noDatabase(`in ${config.dataDir}`)
}

function noDatabase(where: string): Error {
  return new Error(
    `There is no Masthead database ${where}. Correct DATA_DIR or DATABASE_URL, or create one with: masthead start`,
  )
}

async function hasHistory(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query<{ has: boolean }>(
    `select to_regclass('masthead.migration') is not null as has`,
  )
  return rows[0]?.has === true
}

/** Reads one state of the database, also beside a server: that one copies its files, and the copy is read. */
export async function asReader<T>(parts: Parts, work: Work<T>): Promise<T> {
  const { config, log } = parts
  const server = await findServer(config)
  if (server === undefined) return asOwner(parts, work)
  return inScratch(config.dataDir, async (copy) => {
    await askServer(server.control, { command: 'copy', to: copy })
    return lookAtCopy(copy, log, work)
  })
}

/** Refuses beside running nodes: they would not know what happened. */
export async function refuseNodes(connection: Connection): Promise<void> {
  const others = await countNodes(connection)
  if (others > 0) throw new Error(`Stop every node first: ${others} connections from Masthead use this database.`)
}

/** The same of a server in which there may be no database of Masthead yet. */
export async function refuseNodesOf({ config: { database }, log }: Parts): Promise<void> {
  const { url, directUrl } = database
  if (url !== null) await lookAtServer((directUrl ?? url).reveal(), log, refuseNodes)
}
