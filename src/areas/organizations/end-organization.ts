import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'

/** What ended with an organization. */
export type Ended = { members: number; tokens: number; invitations: number }

/**
 * Deletes the organization of the transaction: from its commit on no request finds it, its memberships, keys and grants have
 * ended and its slug is free. The rows of its content are removed by housekeeping, when no call that began before is left.
 */
export async function endOrganization(db: Writer): Promise<Ended> {
  const { rows } = await sql<Ended>`select * from auth.delete_organization()`.execute(db)
  return rows[0] ?? { members: 0, tokens: 0, invitations: 0 }
}
