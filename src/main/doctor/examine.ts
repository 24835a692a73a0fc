import { Refusal } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { explainFault } from '#main/explain-fault.ts'
import { migrations } from '#main/installation.ts'
import type { Config } from '#platform/config/config.ts'
import { askServer } from '#platform/database/control.ts'
import { inspect, type Inspection } from '#platform/database/inspect.ts'
import { readLock } from '#platform/database/lock.ts'
import { loginName } from '#platform/database/logins.ts'
import { lookAtDirectory, lookAtServer } from '#platform/database/look.ts'
import { serverAddress } from '#platform/database/server-address.ts'

import { checkAddress } from './check-address.ts'
import { checkDatabase } from './check-database.ts'
import { checkKeys } from './check-keys.ts'
import { checkMachine } from './check-machine.ts'
import { checkMail } from './check-mail.ts'
import { type Check, fault, fine, warning } from './check.ts'

/** Looks at the whole installation (reliability.md 16) and changes nothing. */
export async function examine(config: Config, log: Log): Promise<Check[]> {
  const { checks, inspection } = await examineDatabase(config, log).catch((error: unknown) => ({
    checks: [fault('database', 'The database cannot be looked at.', explainFault(error, config))],
    inspection: undefined,
  }))
  return [
    ...(await checkMachine(config)),
    checkAddress(config),
    await checkMail(config),
    ...checks,
    ...(inspection === undefined
      ? []
      : checkDatabase(inspection, config.database.url === null ? 'pglite' : 'postgres')),
    await checkKeys(config, inspection?.probe ?? null),
  ]
}

type Found = { checks: Check[]; inspection: Inspection | undefined }

/** The embedded engine has one session, which takes on these roles. */
export const embeddedRoles = { app: 'masthead_app', auth: 'masthead_auth' } as const

async function examineDatabase(config: Config, log: Log): Promise<Found> {
  const { url } = config.database
  if (url === null) return examineDirectory(config, log)
  const roles = rolesOf(config, url.reveal())
  const inspection = await lookAtServer(url.reveal(), log, (connection) => inspect(connection, { migrations, roles }))
  return { checks: await checkLogins(config, log), inspection }
}

async function examineDirectory(config: Config, log: Log): Promise<Found> {
  const { dataDir, database } = config
  const lock = await readLock(dataDir)
  if (lock !== undefined) {
    try {
      const inspection = (await askServer(lock.control, { command: 'inspect' })) as Inspection
      return { checks: [fine('data directory', `The server with pid ${lock.pid} holds ${dataDir}.`)], inspection }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code !== 'unavailable')
        return {
          checks: [
            warning(
              'data directory',
              `The server with pid ${lock.pid} holds ${dataDir}, and it is of another version.`,
              'Start it again with this version.',
            ),
          ],
          inspection: undefined,
        }
    }
  }
  const inspection = await lookAtDirectory({ dataDir, fsync: database.fsync, log }, (connection) =>
    inspect(connection, { migrations, roles: embeddedRoles }),
  )
  if (inspection === undefined)
    return {
      checks: [fine('data directory', `There is no database in ${dataDir} yet: the first start makes it.`)],
      inspection,
    }
  return { checks: [fine('data directory', `No server holds ${dataDir}.`)], inspection }
}

function rolesOf({ database: { logins } }: Config, url: string): Record<'app' | 'auth', string> {
  if (logins !== null)
    return { app: serverAddress(logins.app.reveal()).user, auth: serverAddress(logins.auth.reveal()).user }
  const { database } = serverAddress(url)
  return { app: loginName('app', database), auth: loginName('auth', database) }
}

/** Whether the logins that the operator made are let in. */
async function checkLogins({ database: { logins } }: Config, log: Log): Promise<Check[]> {
  if (logins === null) return []
  const checks: Check[] = []
  for (const [group, url] of Object.entries(logins)) {
    const name = `DATABASE_${group.toUpperCase()}_URL`
    const { user } = serverAddress(url.reveal())
    checks.push(
      await lookAtServer(url.reveal(), log, (connection) => connection.query('select 1')).then(
        () => fine('logins', `${name}: ${user} is let in.`),
        (error: unknown) =>
          fault('logins', `${name}: ${user} is not let in.`, error instanceof Error ? error.message : String(error)),
      ),
    )
  }
  return checks
}
