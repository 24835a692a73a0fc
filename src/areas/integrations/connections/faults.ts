import { type RawBuilder, sql } from 'kysely'

import { ConnectorFault } from '#kernel/connector.ts'
import type { Writer } from '#kernel/database.ts'
import { type Code, Refusal } from '#kernel/errors.ts'
import type { Notice } from '#kernel/notice.ts'
import { nextVersion } from '#kernel/version.ts'

import type { IntegrationState } from './integration-output.ts'

/** Failed calls in a row after which an integration is `degraded`. */
const failuresUntilDegraded = 3

/** What a fault of a connector is called in answers (integrations.md#connector-faults). */
export const codeOfFault = {
  auth: 'auth_expired',
  forbidden: 'target_rejected',
  invalid: 'target_rejected',
  notFound: 'target_rejected',
  conflict: 'remote_changed',
  rateLimited: 'unavailable',
  unavailable: 'upstream_failed',
} as const satisfies Record<ConnectorFault['kind'], Code>

/** A fault as the answer of a call. */
export function refusalOf(fault: ConnectorFault): Refusal {
  const code = codeOfFault[fault.kind]
  const details = fault.reason === undefined ? undefined : { reason: fault.reason }
  const retryAfter = fault.kind === 'rateLimited' ? Math.ceil((fault.retryAfterMs ?? 60_000) / 1000) : undefined
  return new Refusal(code, fault.message, details, {
    cause: fault,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
}

/** Runs a call to a service; its faults become refusals. */
export async function asRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ConnectorFault ? refusalOf(error) : error
  }
}

/** The service answered: an integration that was in trouble is connected again. */
export async function noteSuccess(db: Writer, integrationId: string): Promise<void> {
  await db
    .updateTable('integration')
    .set({
      last_ok_at: sql<Date>`clock_timestamp()`,
      failures: 0,
      state: sql<IntegrationState>`case when state in ('degraded', 'auth_expired') then 'connected' else state end`,
    })
    .where('id', '=', integrationId)
    .where('state', '<>', 'disconnected')
    .execute()
}

/**
 * The service did not do it: three times in a row make the integration `degraded`, a refused credential `auth_expired`. What a
 * service says about one item (`invalid`, `conflict`, `notFound`) says nothing about the connection. People are told of a
 * credential that is refused for the first time.
 */
export async function noteFault({ db, notify }: Noting, integrationId: string, fault: ConnectorFault): Promise<void> {
  const error = JSON.stringify({ code: codeOfFault[fault.kind], message: fault.message, at: new Date().toISOString() })
  if (fault.kind === 'invalid' || fault.kind === 'conflict' || fault.kind === 'notFound') return
  const before = await lockState(db, integrationId)
  const state: RawBuilder<IntegrationState> =
    fault.kind === 'auth'
      ? sql<IntegrationState>`case when state = 'disconnected' then state else 'auth_expired' end`
      : sql<IntegrationState>`case when failures + 1 >= ${failuresUntilDegraded} and state = 'connected' then 'degraded' else state end`
  await db
    .updateTable('integration')
    .set({ last_error: error, failures: sql<number>`failures + 1`, state, ...nextVersion })
    .where('id', '=', integrationId)
    .execute()
  const isNews =
    fault.kind === 'auth' && before !== undefined && !['auth_expired', 'disconnected'].includes(before.state)
  if (isNews) {
    const howToFix = 'A person renews it in Settings > Integrations; what waits is sent then.'
    await notify({ event: 'authExpired', text: `${before.display_name} refuses the stored credential. ${howToFix}` })
  }
}

/** What noting a fault needs: the transaction of an operation or of a job. */
type Noting = { db: Writer; notify(notice: Notice): Promise<void> }

const lockState = (db: Writer, id: string) =>
  db.selectFrom('integration').select(['state', 'display_name']).where('id', '=', id).forUpdate().executeTakeFirst()
