import { exitCodeOf } from '#main/doctor/check.ts'
import { examine } from '#main/doctor/examine.ts'
import { migrations } from '#main/installation.ts'
import type { Surroundings } from '#main/surroundings.ts'
import { pendingNames } from '#platform/database/migrate.ts'

import { asOwner } from './as-owner.ts'
import { refuseBesideServer, withInstallation } from './beside-server.ts'
import { usageError } from './usage-error.ts'

export const upgradeUsage = 'masthead upgrade'

/**
 * Brings the database to this version, after a copy of an embedded one, and examines the installation then. A database of another
 * major version of the engine is refused with what to do. Exit codes are those of the doctor.
 */
export async function upgrade(args: string[], surroundings: Surroundings): Promise<number> {
  if (args.length > 0) throw usageError(upgradeUsage)
  const { config, log, say, warn } = surroundings
  await refuseBesideServer(config)
  const pending = await asOwner(surroundings, (connection) => pendingNames(connection, migrations))
  if (pending.length > 0) {
    say(`${pending.length} migrations are missing: ${pending.join(', ')}.`)
    if (config.database.url === null) say('The database is copied first: masthead restore --snapshot latest goes back.')
    await withInstallation(surroundings, async () => undefined)
  }
  say('The database has the version of this release.')
  const checks = await examine(config, log)
  for (const check of checks) if (check.level !== 'ok') warn(`${check.level} ${check.name}: ${check.says} ${check.fix}`)
  return exitCodeOf(checks)
}
