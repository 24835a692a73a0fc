import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { migrations } from '#main/installation.ts'
import type { Surroundings } from '#main/surroundings.ts'
import { roleStatements } from '#platform/database/role-statements.ts'

import { usageError } from './usage-error.ts'

export const rolesUsage = 'masthead roles --sql'

/** Prints what an administrator of the server runs where Masthead may not create roles (database.md#roles-are-logins). */
export async function printRoles(
  args: string[],
  { config, say }: Pick<Surroundings, 'config' | 'say'>,
): Promise<number> {
  if (args.join(' ') !== '--sql') throw usageError(rolesUsage)
  const { url } = config.database
  if (url === null)
    throw new Error(
      'masthead roles needs DATABASE_URL: the roles are named for its database. The embedded database creates its own.',
    )
  const texts = ['0000_roles.sql', '0084_audit_retention.sql'].map((name) => readFile(join(migrations, name), 'utf8'))
  const rolesMigration = (await Promise.all(texts)).join('\n')
  for (const line of roleStatements({ databaseUrl: url.reveal(), rolesMigration })) say(line)
  return 0
}
