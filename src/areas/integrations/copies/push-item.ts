import { sql } from 'kysely'

import { isPublic } from '#areas/collections/index.ts'
import { getIntegrationRow, type IntegrationRow } from '#areas/integrations/connections/integration-rows.ts'
import { openConnection } from '#areas/integrations/connections/open-connection.ts'
import { watchAnswers } from '#areas/integrations/connections/watch-answers.ts'
import { inMs, lockDue } from '#areas/integrations/delivery-rows.ts'
import { type ContentMode, getSettings } from '#areas/organizations/index.ts'
import type { Connection } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import type { Writer } from '#kernel/database.ts'
import type { JobCtx } from '#kernel/job.ts'

import { buildItem } from './cms-item.ts'
import type { CopyDelivery } from './copy-deliveries.ts'
import { holdCopy, keepHold, LostCopy } from './copy-rows.ts'
import { endOfFormerMode } from './former-mode.ts'
import { noteDone, noteFailure, noteLost } from './note-push.ts'
import { type Attempt, copyOfAttempt, type Done, type Wanted } from './push-attempt.ts'
import { heldPauseMs, patienceMs } from './push-pace.ts'
import { Detached, RemoteChanged } from './read-copy.ts'
import { sendItem, wantedToTell } from './send-item.ts'
import { takeOff } from './take-off.ts'
import { writeCopy } from './write-copy.ts'

/** `toMode`: the content mode that its pushes are for; left out: the current one. */
export type Pushing = { toMode?: ContentMode }

/**
 * One attempt of a push, if it is due: takes the copy of the item, does what the item asks for, and notes what came of it.
 * Whatever the service answers ends as a note; what is thrown is a fault of ours.
 */
export async function attemptPush(ctx: JobCtx, deliveryId: string, pushing: Pushing): Promise<void> {
  const attempt = await ctx.write(({ db }) => begin(ctx, db, { deliveryId, ...pushing }))
  if (attempt === undefined) return
  try {
    await carryOut(ctx, attempt)
  } catch (error) {
    if (!(error instanceof LostCopy)) throw error
    await ctx.write(({ db }) => noteLost(db, attempt))
  }
}

async function carryOut(ctx: JobCtx, attempt: Attempt): Promise<void> {
  try {
    const done = await perform(ctx, attempt)
    await ctx.write(({ db }) => noteDone(db, attempt, done))
  } catch (error) {
    if (!(error instanceof ConnectorFault || error instanceof RemoteChanged || error instanceof Detached)) throw error
    const fault = error instanceof ConnectorFault ? error.kind : error.message
    ctx.log.info({ deliveryId: attempt.delivery.id, fault }, 'push failed')
    await ctx.write((inside) => noteFailure(inside, attempt, error))
  }
}

/** Takes a delivery that is due, and the copy of its item. Undefined: it has ended, must wait, or another job has the copy. */
async function begin(
  ctx: JobCtx,
  db: Writer,
  { deliveryId, toMode }: Pushing & { deliveryId: string },
): Promise<Attempt | undefined> {
  const delivery = await lockDue(db, deliveryId)
  if (delivery?.item_id == null || delivery.integration_id === null) return undefined
  const { item_id: itemId, integration_id: integrationId } = delivery
  const integration = await getIntegrationRow(db, integrationId)
  const mode = toMode ?? (await getSettings(db)).contentMode
  if (integration.provider !== mode) return endOfFormerMode(db, { delivery, integration, itemId })
  if (integration.state !== 'connected' && integration.state !== 'degraded')
    return wait(db, deliveryId, { ms: patienceMs })
  const copy = await holdCopy(db, { integrationId, itemId }, ctx.jobId)
  if (copy === undefined) return wait(db, deliveryId, { ms: heldPauseMs })
  const wanted = await wantedOf(ctx, db, { delivery, integration, itemId })
  await db
    .updateTable('delivery')
    .set({
      state: 'delivering',
      attempts: sql<number>`attempts + 1`,
      tries: sql<number>`tries + 1`,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', deliveryId)
    .execute()
  return { delivery: { ...delivery, tries: delivery.tries + 1 }, integration, copy, holder: ctx.jobId, wanted, itemId }
}

async function wait(db: Writer, deliveryId: string, { ms }: { ms: number }): Promise<undefined> {
  await db
    .updateTable('delivery')
    .set({ next_attempt_at: inMs(ms) })
    .where('id', '=', deliveryId)
    .execute()
}

type About = { delivery: CopyDelivery; integration: IntegrationRow; itemId: string }

async function wantedOf(
  ctx: JobCtx,
  db: Writer,
  { delivery: { payload }, integration, itemId }: About,
): Promise<Wanted> {
  const row = await db
    .selectFrom('item')
    .select(['effective_status', 'trashed_at', isPublic('item').as('is_public')])
    .where('id', '=', itemId)
    .executeTakeFirst()
  if (integration.kind === 'webhook') return wantedToTell(ctx, db, { itemId, isPublic: row?.is_public })
  if (row === undefined) return { to: 'remove' }
  // The item decides: it may have been unpublished, or published, since the call that asked for this.
  const isDraft = row.effective_status !== 'published' && row.trashed_at === null && payload?.as === 'draft'
  if (!row.is_public && !isDraft) return { to: 'unpublish' }
  const as = row.is_public ? 'published' : 'draft'
  return { to: 'copy', as, built: await buildItem({ ...ctx, db }, itemId, ctx.now()) }
}

async function perform(ctx: JobCtx, attempt: Attempt): Promise<Done> {
  const { connector, connection } = openConnection(ctx, attempt.integration)
  const answers = watchAnswers()
  const done = await performWith(ctx, attempt, {
    connector,
    connection: holding(ctx, attempt, answers.over(connection)),
  })
  return { ...done, httpStatus: answers.status() }
}

/** The same connection, which sends nothing that changes a copy once another push has it. */
function holding(ctx: JobCtx, attempt: Attempt, connection: Connection): Connection {
  return {
    ...connection,
    async fetch(address, rules) {
      if ((rules?.method ?? 'GET') !== 'GET') await ctx.write(({ db }) => keepHold(db, copyOfAttempt(attempt)))
      return connection.fetch(address, rules)
    },
  }
}

type Opened = ReturnType<typeof openConnection>

async function performWith(ctx: JobCtx, attempt: Attempt, { connector, connection }: Opened): Promise<Done> {
  const { wanted } = attempt
  if (connector.kind === 'webhook' && wanted.to === 'tell')
    return sendItem(ctx, { ...attempt, wanted }, { connector, connection })
  if (connector.kind !== 'cms' || wanted.to === 'tell')
    throw new ConnectorFault('invalid', `${connector.label} does not keep copies of items.`)
  return wanted.to === 'copy'
    ? writeCopy(ctx, attempt, wanted, { connector, connection })
    : takeOff(ctx, attempt, { connector, connection }, wanted.to)
}
