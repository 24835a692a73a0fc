import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'

/** What ended with an organization. */
export type Ended = { members: number; tokens: number; invitations: number }

/**
 * Deletes the organization of the transaction: after the commit no request finds it, its memberships, keys and grants have ended
 * and its slug is free. Housekeeping removes the rows of its content when no earlier call can still be running
 * (organizations.md#organizations-end-at-once).
 */
export async function endOrganization(db: Writer): Promise<Ended> {
  const { rows } = await sql<Ended>`select * from auth.delete_organization()`.execute(db)
  return rows[0] ?? { members: 0, tokens: 0, invitations: 0 }
}
