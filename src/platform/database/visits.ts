import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'

import type { TenantDatabase } from './tenant.ts'

/** How a caller without a credential enters an organization: by an address of something in it, which may be older than its end. */
export type Visits = {
  /**
   * Runs `work` in a transaction of the organization. Undefined, with nothing done, where it was deleted
   * (organizations.md#organizations-end-at-once).
   */
  visit<T>(organizationId: string, mode: 'read' | 'write', work: (db: Writer) => Promise<T>): Promise<T | undefined>
}

export function visitsOf({ forOrganization }: Pick<TenantDatabase, 'forOrganization'>): Visits {
  return {
    visit: (organizationId, mode, work) =>
      forOrganization({ organizationId }, mode, async ({ db, discard }) => {
        // Started together, so that both are one message; what becomes of the work of a visitor who may not enter is nothing.
        const [isOpen, outcome] = await Promise.allSettled([isThere(db), work(db)])
        if (isOpen.status === 'rejected') throw isOpen.reason
        if (!isOpen.value) {
          discard()
          return undefined
        }
        if (outcome.status === 'rejected') throw outcome.reason
        return outcome.value
      }),
  }
}

// The policy of the table shows an organization until it is deleted.
async function isThere(db: Reader): Promise<boolean> {
  const { rows } = await sql`select from auth.organizations where id = app.org()`.execute(db)
  return rows.length > 0
}
