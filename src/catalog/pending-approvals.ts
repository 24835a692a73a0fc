import { sql } from 'kysely'

import { isNeeded, isOver, withinReach } from '#areas/approvals/index.ts'
import type { Reader } from '#kernel/database.ts'
import { reachOf, type Role } from '#kernel/scope.ts'

/**
 * How many calls of agents wait in the organization of the transaction that a person of this role may decide: those that the
 * person could make, by scopes and role.
 */
export async function countDecidable(db: Reader, role: Role): Promise<number> {
  const { waiting } = await db
    .selectFrom('call_approval')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('state', '=', 'pending')
    .where(sql<boolean>`not ${isOver}`)
    .where(isNeeded)
    .where(withinReach(reachOf(role)))
    .executeTakeFirstOrThrow()
  return Number(waiting)
}
