import { type RawBuilder, sql } from 'kysely'

import { ConnectorFault } from '#kernel/connector-fault.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import type { Writer } from '#kernel/database.ts'
import { type Code, type Details, Refusal } from '#kernel/errors.ts'
import type { Notice } from '#kernel/notice.ts'
import { nextVersion } from '#kernel/version.ts'
import { defined } from '#std/objects.ts'

import type { IntegrationState } from './integration-output.ts'
import type { IntegrationRow } from './integration-rows.ts'

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
  const details = detailsOf(fault)
  const retryAfter = fault.kind === 'rateLimited' ? Math.ceil((fault.retryAfterMs ?? 60_000) / 1000) : undefined
  return new Refusal(code, fault.message, details, {
    cause: fault,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
}

/** Why no usable answer came, as every call that reaches out says it. */
const outages: readonly (string | undefined)[] = ['unreachable', 'timeout', 'bad_response']

function detailsOf({ kind, reason, httpStatus, field, said }: ConnectorFault): Details | undefined {
  if (kind === 'rateLimited') return { reason: 'target_rate_limited' }
  if (kind === 'unavailable') return { reason: outages.includes(reason) ? reason : 'bad_response' }
  const known = reason ?? (httpStatus === undefined ? undefined : `http_${httpStatus}`)
  return known === undefined ? undefined : { reason: known, ...defined({ field, message: said }) }
}

/**
 * Runs a call to a service before the transaction of an operation. Its faults become refusals, and are noted although the call fails;
 * an answer of an integration in trouble is noted, too. Errors: those of `codeOfFault`.
 */
export async function askService<T>(
  ctx: Pick<PrepareCtx, 'note' | 'isRehearsal'>,
  row: Used & Pick<IntegrationRow, 'failures'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const found = await work()
    if (row.failures > 0 && !ctx.isRehearsal) await ctx.note(({ db }) => noteSuccess(db, row.id))
    return found
  } catch (error) {
    if (!(error instanceof ConnectorFault)) throw error
    if (!ctx.isRehearsal) await ctx.note((inside) => noteFault(inside, row, error))
    throw refusalOf(error)
  }
}

/** The service answered: a degraded integration is connected again. One whose credential is refused waits for a person. */
export async function noteSuccess(db: Writer, integrationId: string): Promise<void> {
  await db
    .updateTable('integration')
    .set({
      last_ok_at: sql<Date>`clock_timestamp()`,
      failures: 0,
      state: sql<IntegrationState>`case when state = 'degraded' then 'connected' else state end`,
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
export async function noteFault({ db, notify }: Noting, used: Used, fault: ConnectorFault): Promise<void> {
  const error = JSON.stringify({ code: codeOfFault[fault.kind], message: fault.message, at: new Date().toISOString() })
  if (fault.kind === 'invalid' || fault.kind === 'conflict' || fault.kind === 'notFound') return
  const before = await lockState(db, used.id)
  // A person renewed the credential while the request with the former one was on its way.
  const isFormer =
    used.secret_set_at !== undefined && before?.secret_set_at?.getTime() !== used.secret_set_at?.getTime()
  if (fault.kind === 'auth' && isFormer) return
  const state: RawBuilder<IntegrationState> =
    fault.kind === 'auth'
      ? sql<IntegrationState>`case when state = 'disconnected' then state else 'auth_expired' end`
      : sql<IntegrationState>`case when failures + 1 >= ${failuresUntilDegraded} and state = 'connected' then 'degraded' else state end`
  await db
    .updateTable('integration')
    .set({ last_error: error, failures: sql<number>`failures + 1`, state, ...nextVersion })
    .where('id', '=', used.id)
    .execute()
  const isNews =
    fault.kind === 'auth' && before !== undefined && !['auth_expired', 'disconnected'].includes(before.state)
  if (isNews) {
    const howToFix = 'A person renews it in Settings > Integrations; what waits is sent then.'
    const text = `${before.display_name} refuses the stored credential. ${howToFix}`
    await notify({ event: 'authExpired', text, notThrough: used.id })
  }
}

/** The integration, as it was when the request began. */
type Used = Pick<IntegrationRow, 'id'> & Partial<Pick<IntegrationRow, 'secret_set_at'>>

/** What noting a fault needs: the transaction of an operation or of a job. */
type Noting = { db: Writer; notify(notice: Notice): Promise<void> }

const lockState = (db: Writer, id: string) =>
  db
    .selectFrom('integration')
    .select(['state', 'display_name', 'secret_set_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
