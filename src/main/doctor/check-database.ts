import { neededExtensions } from '#platform/database/check-server.ts'
import type { Inspection } from '#platform/database/inspect.ts'

import { type Check, fault, fine, warning } from './check.ts'

/** What an inspection of the database means. */
export function checkDatabase(found: Inspection, kind: 'pglite' | 'postgres'): Check[] {
  return [
    engine(found, kind),
    letters(found),
    extensions(found),
    migrations(found),
    ...(found.tables === 0 ? [] : [roles(found), rowSecurity(found), views(found)]),
    clock(found),
  ]
}

const oldest = 150_000
const clockTolerance = 2_000

function engine({ version, versionName, isReadOnly }: Inspection, kind: 'pglite' | 'postgres'): Check {
  const name = kind === 'pglite' ? 'Embedded database (PGlite)' : 'PostgreSQL'
  if (version >= oldest && !isReadOnly) return fine('database', `${name}, version ${versionName}.`)
  if (isReadOnly)
    return fault(
      'database',
      `${name} takes no changes: it is a standby, or default_transaction_read_only is on.`,
      'Name the primary in DATABASE_URL, or switch the setting off. Some providers switch it on when the disk is full.',
    )
  return fault('database', `${name} has version ${versionName}.`, 'Upgrade the server to PostgreSQL 15 or later.')
}

function letters({ encoding, ctype, collation, knowsLetters }: Inspection): Check {
  const says = `Encoding ${encoding}, character type ${ctype}, collation ${collation}.`
  if (encoding === 'UTF8' && knowsLetters !== false) return fine('encoding', says)
  return fault(
    'encoding',
    `${says} Search does not cover letters outside ASCII.`,
    "Create the database with ENCODING 'UTF8' and LC_CTYPE 'C.UTF-8' or another UTF-8 locale, and move the data there.",
  )
}

function extensions({ extensions: installed, migrations: history }: Inspection): Check {
  const missing = neededExtensions.filter((name) => !installed.includes(name))
  if (missing.length === 0) return fine('extensions', `The extensions ${neededExtensions.join(' and ')} are installed.`)
  if ('hasHistory' in history && !history.hasHistory)
    return fine('extensions', `The first start installs the extensions ${missing.join(' and ')}.`)
  return fault(
    'extensions',
    `The extensions ${missing.join(' and ')} are missing.`,
    `Run in the database: ${missing.map((name) => `create extension ${name};`).join(' ')}`,
  )
}

function migrations({ migrations: history }: Inspection): Check {
  if ('fault' in history)
    return fault('migrations', 'The database does not fit this version of Masthead.', history.fault)
  const { pending, hasHistory } = history
  if (pending.length === 0) return fine('migrations', 'The database has the version of this release.')
  if (!hasHistory) return fine('migrations', 'The database is empty: the first start prepares it.')
  return warning(
    'migrations',
    `The database still needs ${pending.join(', ')}.`,
    'The next start brings it up to date. To do that without a start, run: masthead migrate',
  )
}

function roles({ roles: found }: Inspection): Check {
  const [wrong] = found.filter((role) => role.fault !== null)
  if (wrong !== undefined)
    return fault(
      'roles',
      `The role ${wrong.name} must not serve requests: it ${wrong.fault}.`,
      'Create a login without that right. masthead roles --sql prints the statements.',
    )
  const missing = found.filter(({ exists }) => !exists)
  if (missing.length > 0)
    return fine('roles', `The next start creates the roles ${missing.map(({ name }) => name).join(' and ')}.`)
  return fine('roles', 'The roles that serve requests are bound by row-level security and own nothing.')
}

function rowSecurity({ tables, openTables }: Inspection): Check {
  if (openTables.length === 0)
    return fine('row security', `Row-level security keeps organizations apart in all ${tables} tables of schema app.`)
  return fault(
    'row security',
    `Rows of other organizations are not protected in ${openTables.join(', ')}.`,
    'Restore the policies from the migrations before serving requests: enable and force row-level security, and add the restrictive policy.',
  )
}

function views({ openViews }: Inspection): Check {
  if (openViews.length === 0) return fine('views', 'No view of schema app bypasses row-level security.')
  return fault(
    'views',
    `Views that show the rows of every organization: ${openViews.join(', ')}.`,
    `Run: ${openViews.map((name) => `alter view ${name} set (security_invoker = true);`).join(' ')}`,
  )
}

function clock({ clockAhead }: Inspection): Check {
  if (Math.abs(clockAhead) <= clockTolerance)
    return fine('clock', 'The clocks of the database and of this machine agree.')
  return warning(
    'clock',
    `The clock of the database is ${Math.abs(clockAhead / 1000).toFixed(1)} s ${clockAhead > 0 ? 'ahead of' : 'behind'} this machine.`,
    'Switch on time synchronisation on both machines: publishing dates and sessions depend on it.',
  )
}
