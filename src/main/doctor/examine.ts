import { Refusal } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { explainFault } from '#main/explain-fault.ts'
import { migrations } from '#main/installation.ts'
import type { Config } from '#platform/config/config.ts'
import type { Connection } from '#platform/database/connection.ts'
import { askServer, NobodyListens, pingServer } from '#platform/database/control.ts'
import { inspect, type Inspection, type InspectOptions } from '#platform/database/inspect.ts'
import { readLock } from '#platform/database/lock.ts'
import { loginName } from '#platform/database/logins.ts'
import { lookAtDirectory, lookAtServer } from '#platform/database/look.ts'
import { serverAddress } from '#platform/database/server-address.ts'

import { checkAddress } from './check-address.ts'
import { checkBackground } from './check-background.ts'
import { checkBrowser } from './check-browser.ts'
import { checkDatabase } from './check-database.ts'
import { checkFiles } from './check-files.ts'
import { checkKeys } from './check-keys.ts'
import { checkMachine } from './check-machine.ts'
import { checkMail } from './check-mail.ts'
import { checkPages } from './check-pages.ts'
import { checkReplica } from './check-replica.ts'
import { checkSnapshots } from './check-snapshots.ts'
import { checkNetworks, checkWebsites } from './check-websites.ts'
import { type Check, fault, fine, warning } from './check.ts'
import { type Background, inspectBackground } from './inspect-background.ts'

/** Looks at the whole installation (operating.md#doctor-changes-nothing). */
export async function examine(config: Config, log: Log): Promise<Check[]> {
  const { checks, findings } = await examineDatabase(config, log).catch((error: unknown) => ({
    checks: [fault('database', 'The database cannot be examined.', explainFault(error, config))],
    findings: undefined,
  }))
  return [
    ...(await checkMachine(config)),
    checkAddress(config),
    await checkMail(config),
    await checkFiles(config),
    await checkWebsites(config),
    ...checkNetworks(config),
    checkBrowser(config.browser),
    ...checks,
    ...(await checkPages(config)),
    ...(await checkSnapshots(config)),
    ...(await checkReplica(config, log)),
    ...(findings === undefined ? [] : checkDatabase(findings, config.database.url === null ? 'pglite' : 'postgres')),
    ...(findings?.background == null ? [] : checkBackground(findings.background)),
    await checkKeys(config, findings?.probe ?? null),
  ]
}

/** What an inspection of a database finds. */
export type Findings = Inspection & { background: Background | null }

/** Looks at a database and the work that waits in it. The connection is the owner's. */
export async function look(connection: Connection, roles: InspectOptions['roles']): Promise<Findings> {
  return { ...(await inspect(connection, { migrations, roles })), background: await inspectBackground(connection) }
}

type Found = { checks: Check[]; findings: Findings | undefined }

/** The one session of the embedded engine takes on these roles. */
export const embeddedRoles = { app: 'masthead_app', auth: 'masthead_auth' } as const

async function examineDatabase(config: Config, log: Log): Promise<Found> {
  const { url } = config.database
  if (url === null) return examineDirectory(config, log)
  const roles = rolesOf(config, url.reveal())
  const findings = await lookAtServer(url.reveal(), log, (connection) => look(connection, roles))
  return { checks: await checkLogins(config, log), findings }
}

async function examineDirectory(config: Config, log: Log): Promise<Found> {
  const { dataDir, database } = config
  const lock = await readLock(dataDir)
  if (lock !== undefined) {
    try {
      await pingServer(lock)
      const findings = (await askServer(lock.control, { command: 'inspect' })) as Findings
      return { checks: [fine('data directory', `The server with pid ${lock.pid} uses ${dataDir}.`)], findings }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'unavailable' && !(error instanceof NobodyListens))
        return { checks: [fault('data directory', 'The server cannot be asked.', error.message)], findings: undefined }
      if (error.code !== 'unavailable')
        return {
          checks: [
            warning(
              'data directory',
              `The server with pid ${lock.pid} uses ${dataDir}, and it is another version.`,
              'Start it again with this version.',
            ),
          ],
          findings: undefined,
        }
    }
  }
  const findings = await lookAtDirectory({ dataDir, fsync: database.fsync, log }, (connection) =>
    look(connection, embeddedRoles),
  )
  if (findings === undefined)
    return {
      checks: [fine('data directory', `There is no database in ${dataDir} yet: the first start creates it.`)],
      findings,
    }
  return { checks: [fine('data directory', `No server uses ${dataDir}.`)], findings }
}

function rolesOf({ database: { logins } }: Config, url: string): Record<'app' | 'auth', string> {
  if (logins !== null)
    return { app: serverAddress(logins.app.reveal()).user, auth: serverAddress(logins.auth.reveal()).user }
  const { database } = serverAddress(url)
  return { app: loginName('app', database), auth: loginName('auth', database) }
}

/** Whether the logins that the operator created are let in. */
async function checkLogins({ database: { logins, retentionUrl } }: Config, log: Log): Promise<Check[]> {
  if (logins === null) return []
  const checks: Check[] = []
  if (retentionUrl === null)
    checks.push(
      warning(
        'logins',
        'No login may remove audit records: they are kept forever.',
        'Create it with the statements that masthead roles --sql prints, and name it in DATABASE_RETENTION_URL.',
      ),
    )
  for (const [group, url] of Object.entries({ ...logins, ...(retentionUrl && { retention: retentionUrl }) })) {
    const name = `DATABASE_${group.toUpperCase()}_URL`
    const { user } = serverAddress(url.reveal())
    checks.push(
      await lookAtServer(url.reveal(), log, (connection) => connection.query('select 1')).then(
        () => fine('logins', `${name}: ${user} can connect.`),
        (error: unknown) =>
          fault('logins', `${name}: ${user} cannot connect.`, error instanceof Error ? error.message : String(error)),
      ),
    )
  }
  return checks
}
