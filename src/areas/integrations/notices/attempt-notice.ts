import { type Selectable, sql, type UpdateObject } from 'kysely'

import { codeOfFault, noteFault, noteSuccess } from '#areas/integrations/connections/faults.ts'
import { type IntegrationRow, lockIntegration } from '#areas/integrations/connections/integration-rows.ts'
import { openConnection } from '#areas/integrations/connections/open-connection.ts'
import { waitForCredential } from '#areas/integrations/connections/resume-work.ts'
import { type Answers, watchAnswers } from '#areas/integrations/connections/watch-answers.ts'
import { patienceMs, pushPace } from '#areas/integrations/copies/push-pace.ts'
import { endDeliveries, inMs, lockDue, withIds } from '#areas/integrations/delivery-rows.ts'
import { pauseAfter } from '#areas/integrations/pace.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { JobCtx, JobWrites } from '#kernel/job.ts'
import type { Tables } from '#kernel/tables.ts'

import { submitWaiting } from './submit-waiting.ts'

/** Between two messages to one channel. */
const channelPauseMs = 1000

type Delivery = Selectable<Tables['delivery']>
type Attempt = { delivery: Delivery; integration: IntegrationRow }
/** What a message that arrived leaves in its row. */
type Arrived = Pick<UpdateObject<Tables, 'delivery'>, 'http_status' | 'body' | 'url'>

/**
 * One attempt of a message, if it is due. Whatever the service answers ends as a note; what is thrown is a fault of ours. A worker
 * that dies in between sends it again.
 */
export async function attemptNotice(ctx: JobCtx, deliveryId: string): Promise<void> {
  const attempt = await ctx.write(({ db }) => begin(db, deliveryId))
  if (attempt === undefined) return
  const answers = watchAnswers()
  try {
    const arrived = await perform(ctx, attempt, answers)
    await ctx.write(async ({ db }) => {
      await noteSuccess(db, attempt.integration.id)
      await endDeliveries(db, withIds([deliveryId]), { state: 'succeeded', error: null, ...arrived })
    })
  } catch (error) {
    const fault = faultIn(error)
    ctx.log.info({ deliveryId, fault: fault.kind }, 'message failed')
    await ctx.write((inside) => fail(inside, attempt, { fault, url: askedOf(attempt, answers) }))
  }
}

/** What the service, or the address of a chat that may no longer be asked, says of this message. Throws what is a fault of ours. */
function faultIn(error: unknown): ConnectorFault {
  if (error instanceof ConnectorFault) return error
  if (error instanceof Refusal && error.code === 'url_not_allowed')
    return new ConnectorFault('invalid', error.message, { reason: error.code })
  throw error
}

/** Takes a delivery that is due. Undefined: it has ended, or must wait for a person or for the channel. */
async function begin(db: Writer, deliveryId: string): Promise<Attempt | undefined> {
  const delivery = await lockDue(db, deliveryId)
  if (delivery?.integration_id == null) return undefined
  // Held until the attempt is noted: the messages of one channel go one after the other, on all nodes together.
  const integration = await lockIntegration(db, delivery.integration_id)
  if (integration.state !== 'connected' && integration.state !== 'degraded') return wait(db, deliveryId, patienceMs)
  const pauseMs = delivery.kind === 'chat' ? await channelPause(db, integration.id) : 0
  if (pauseMs > 0) return wait(db, deliveryId, pauseMs)
  const tries = delivery.tries + 1
  await db
    .updateTable('delivery')
    .set({
      state: 'delivering',
      attempts: sql<number>`attempts + 1`,
      tries,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', deliveryId)
    .execute()
  return { delivery: { ...delivery, tries }, integration }
}

/** How long the channel of an integration has to rest. */
async function channelPause(db: Writer, integrationId: string): Promise<number> {
  const row = await db
    .selectFrom('delivery')
    .select(sql<number | null>`extract(epoch from clock_timestamp() - max(updated_at))::float8 * 1000`.as('since_ms'))
    .where('integration_id', '=', integrationId)
    .where('kind', '=', 'chat')
    .where('attempts', '>', 0)
    .executeTakeFirst()
  return Math.max(0, Math.ceil(channelPauseMs - (row?.since_ms ?? channelPauseMs)))
}

async function wait(db: Writer, deliveryId: string, ms: number): Promise<undefined> {
  await db
    .updateTable('delivery')
    .set({ next_attempt_at: inMs(ms) })
    .where('id', '=', deliveryId)
    .execute()
}

async function perform(ctx: JobCtx, attempt: Attempt, answers: Answers): Promise<Arrived> {
  const { delivery, integration } = attempt
  const { connector, connection } = openConnection(ctx, integration)
  if (connector.kind === 'indexnow') {
    // Only this area writes there.
    const { urlList } = JSON.parse(delivery.body) as { urlList: string[] }
    return submitWaiting(ctx, {
      connector,
      connection,
      row: integration,
      deliveryId: delivery.id,
      urls: urlList,
    })
  }
  if (connector.kind !== 'chat') throw new ConnectorFault('invalid', `${connector.label} does not accept messages.`)
  // Only `notify` writes there.
  const { text } = JSON.parse(delivery.body) as { text: string }
  await connector.send(answers.over(connection), { text })
  return { http_status: answers.status(), url: askedOf(attempt, answers) }
}

/** Where a message went, as lists show it: what was known when it was queued, or the host that was asked. */
function askedOf({ delivery }: Attempt, answers: Answers): string {
  const host = answers.host()
  return host === null ? delivery.url : `https://${host}/`
}

type Failure = { fault: ConnectorFault; url: string }

async function fail(inside: JobWrites, attempt: Attempt, { fault, url }: Failure): Promise<void> {
  const { db } = inside
  const { delivery, integration } = attempt
  await noteFault(inside, integration, fault)
  const code = fault.reason === 'key_file' ? 'key_file_missing' : codeOfFault[fault.kind]
  const failure = {
    error: JSON.stringify({ code, message: fault.message }),
    http_status: fault.httpStatus ?? null,
    url,
  }
  if (fault.kind === 'auth') {
    // It waits for a person, and no attempt is used up.
    const ms = await waitForCredential(db, integration.id)
    return later(db, delivery, { ms, tries: delivery.tries - 1, failure })
  }
  const isFinal = fault.kind !== 'rateLimited' && fault.kind !== 'unavailable'
  const pause = isFinal ? undefined : pauseAfter(pushPace, delivery.tries, { retryAfterMs: fault.retryAfterMs })
  if (pause !== undefined) return later(db, delivery, { ms: pause, tries: delivery.tries, failure })
  await endDeliveries(db, withIds([delivery.id]), { state: isFinal ? 'failed' : 'exhausted', ...failure })
  await reportLoss(inside, attempt, fault)
}

/** Reports what was not sent, by another way than the one that failed. If that fails as well, nothing more is said. */
async function reportLoss(
  { notify }: JobWrites,
  { delivery, integration }: Attempt,
  { message }: ConnectorFault,
): Promise<void> {
  const event = 'deliveryFailed'
  if (delivery.kind === 'chat' && delivery.reason === event) return
  const what = delivery.kind === 'chat' ? 'A message' : 'Changed addresses'
  const text = `${what} could not be sent to ${integration.display_name}. ${message}`
  await notify({ event, text, notThrough: integration.id })
}

async function later(
  db: Writer,
  { id }: Delivery,
  {
    ms,
    tries,
    failure,
  }: { ms: number; tries: number; failure: { error: string; http_status: number | null; url: string } },
): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ state: 'failed', tries, next_attempt_at: inMs(ms), ...failure, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}
