import type { Surroundings } from '#main/surroundings.ts'
import type { Connection } from '#platform/database/connection.ts'
import { askServer } from '#platform/database/control.ts'
import { countNodes } from '#platform/database/node-name.ts'
import { openVault } from '#platform/vault/vault.ts'

import { asOwner, refuseNodes } from './as-owner.ts'
import { findServer } from './find-server.ts'
import { rotate } from './rotate.ts'
import { usageError } from './usage-error.ts'

/** Wraps every secret by the newest master key; a key file gets a new one first. */
export async function rotateKeys(args: string[], surroundings: Surroundings): Promise<number> {
  if (args.length > 0) throw usageError('masthead rotate-keys')
  const { config, say } = surroundings
  const server = await findServer(config)
  if (server !== undefined) {
    for (const line of (await askServer(server.control, { command: 'rotate-keys' })) as string[]) say(line)
    return 0
  }
  const vault = await openVault({ keys: config.masterKeys, dataDir: config.dataDir })
  const lines = await asOwner(surroundings, async (connection) => {
    // A running node knows only the keys that it read at its start.
    if (vault.keyFile !== null && config.database.url !== null) await refuseNodes(connection)
    if (vault.keyFile === null) await refuseNodesSealingWithout(vault.currentKid, connection)
    return rotate((work) => work(connection), vault)
  })
  for (const line of lines) say(line)
  return 0
}

/** A node that seals with an earlier key would go on doing so, and one that does not know this key could no longer open anything. */
async function refuseNodesSealingWithout(kid: string, connection: Connection): Promise<void> {
  const without = await countNodes(connection, kid)
  if (without === 0) return
  throw new Error(
    `Nodes of Masthead do not seal with the key ${kid} (${without} connections): restart each of them with it first in MASTHEAD_KEYS, before the earlier keys, and then rotate.`,
  )
}
