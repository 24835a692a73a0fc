import { getSettings, lockSettings } from '#areas/organizations/index.ts'
import type { AnyConnector } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import { Refusal } from '#kernel/errors.ts'

import { getIntegrationRow, type IntegrationRow, lockIntegration } from './integration-rows.ts'
import { openConnection } from './open-connection.ts'

/** Whether the service ended what a person agreed to there; null: there was nothing of that kind, or it is kept. */
export const grantEnds = ['revoked', 'failed'] as const

/** What became of the access that a service gave, and what is left to do there. */
export type GivenBack = {
  grant: (typeof grantEnds)[number] | null
  leftToDo: string | null
  fault: ConnectorFault | null
  /** The secret that it was about, sealed. */
  sealed: string | null
}

/**
 * Gives a grant back before the integration is disconnected, where a person agreed to it at the service. From then on the stored
 * credential is refused there, whatever becomes of the call: that is noted first, so that nothing is switched to the service in
 * between. A service that does not take it back holds nobody up. Errors: `not_found`, `wrong_mode`.
 */
export async function giveBack(
  ctx: PrepareCtx,
  { id, deleteSecrets }: { id: string; deleteSecrets: boolean },
): Promise<GivenBack> {
  const row = await ctx.read(async (db) => {
    const found = await getIntegrationRow(db, id)
    requireOtherMode(found, await getSettings(db))
    return found
  })
  const nothing = { grant: null, leftToDo: null, fault: null, sealed: row.sealed } as const
  if (row.sealed === null || !deleteSecrets) return nothing
  if (!row.is_grant) return { ...nothing, leftToDo: leftOfSecret(ctx.connectors.find(row.provider)) }
  const { connector, connection } = openConnection(ctx, row)
  if (ctx.isRehearsal) return { ...nothing, grant: 'revoked' }
  await ctx.note(async ({ db }) => {
    requireOtherMode(row, await lockSettings(db))
    const { state } = await lockIntegration(db, id)
    // The version stays: it is what an approval of this call names.
    if (state !== 'disconnected')
      await db.updateTable('integration').set({ state: 'auth_expired' }).where('id', '=', id).execute()
  })
  try {
    await connector.oauth?.revoke(connection)
    return { ...nothing, grant: 'revoked' }
  } catch (error) {
    if (!(error instanceof ConnectorFault)) throw error
    ctx.log.warn({ provider: row.provider, fault: error.kind }, 'a grant was not given back')
    return { ...nothing, grant: 'failed', leftToDo: leftOfGrant(connector), fault: error }
  }
}

/** Refuses to disconnect the service that content goes to: `wrong_mode`. */
export function requireOtherMode(
  row: Pick<IntegrationRow, 'provider' | 'display_name'>,
  { contentMode }: { contentMode: string },
): void {
  if (contentMode !== row.provider) return
  throw new Refusal('wrong_mode', `Content goes to ${row.display_name}: switch the mode first (setContentMode).`, {
    contentMode,
  })
}

function leftOfSecret(connector: AnyConnector | undefined): string | null {
  if (connector?.endsAt === undefined) return null
  const { label, endsAt } = connector
  return `The credential was entered here and may serve others, so it stays valid. Unless something else uses it, end it in ${label}: ${endsAt}.`
}

const leftOfGrant = ({ label, endsAt = label }: AnyConnector): string =>
  `${label} did not end the access that was granted to Masthead. End it there: ${endsAt}.`
