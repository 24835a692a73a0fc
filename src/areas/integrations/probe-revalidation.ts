import { sql } from 'kysely'

import { getCollection } from '#areas/collections/index.ts'
import { changedItem } from '#areas/content/index.ts'
import { findItem } from '#areas/items/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { newId } from '#kernel/ids.ts'

import { ofRequest } from './delivery-rows.ts'
import { furnishEndpoint, noteSuccess } from './endpoints.ts'
import { usualPace } from './pace.ts'
import { bodyOf, newMessageId, testMessage } from './revalidation-message.ts'
import { type Attempt, sendMessage } from './send-delivery.ts'
import { findSignedTarget, findTarget, hostOf, notConnected, type SignedTarget } from './webhook-target.ts'

/** A test message and its outcome; null in a rehearsal, which sends nothing. */
export type SentTest = { target: SignedTarget; messageId: string; body: string; attempt: Attempt | null }

/** Sends a test message to the website of the organization. Errors: `not_connected`, `not_found`, and those of the request. */
export async function sendTest(ctx: PrepareCtx, itemId: string | undefined): Promise<SentTest> {
  const { access, webhooks, sealing, fetch, isRehearsal, now } = ctx
  const way = { organizationId: access.organization.id, webhooks, sealing }
  const { target, message } = await ctx.read(async (db) => {
    const signed = await findSignedTarget(db, way)
    if (signed === undefined) throw notConnected(await findTarget(db, way))
    return { target: signed, message: await messageFor(ctx, db, { target: signed, itemId }) }
  })
  ctx.checkUrl(target.url)
  const [messageId, body] = [newMessageId(), bodyOf(message)]
  if (isRehearsal) return { target, messageId, body, attempt: null }
  const sending = { target, messageId, body, now: new Date(), timeoutMs: usualPace.timeoutMs }
  ctx.log.info({ messageId, organizationId: way.organizationId, at: now }, 'test message sent')
  const attempt = await sendMessage(fetch, sending)
  if (attempt.failure !== undefined) throw attempt.failure
  return { target, messageId, body, attempt }
}

async function messageFor(
  ctx: PrepareCtx,
  db: Reader,
  { target, itemId }: { target: SignedTarget; itemId: string | undefined },
) {
  const settings = await getSettings(db)
  const { siteUrl } = settings
  const { notifySearchEngines } = target
  const about = { organizationId: ctx.access.organization.id, notifySearchEngines, siteUrl, now: ctx.now }
  const url = siteUrl ?? new URL('/', target.url).href
  if (itemId === undefined) return testMessage(undefined, url, about)
  const after = await findItem(db, { id: itemId })
  const collection = await getCollection(db, after.collection_id)
  const item = changedItem(ctx, { after, collection, settings })
  return testMessage(item, url, about)
}

/** Keeps a test among the deliveries. A successful one switches the address on again, and sends what waits. */
export async function recordTest(db: Writer, { target, messageId, body, attempt }: SentTest): Promise<void> {
  if (attempt === null) return
  const { status, error } = attempt.outcome
  await furnishEndpoint(db, target.endpoint)
  await db
    .insertInto('delivery')
    .values({
      id: newId('delivery'),
      ...ofRequest(),
      message_id: messageId,
      endpoint: target.endpoint,
      url: target.url,
      reason: 'test',
      subjects: [],
      body,
      state: error === null ? 'succeeded' : 'failed',
      attempts: 1,
      tries: 1,
      http_status: status,
      error: error === null ? null : JSON.stringify(error),
      finished_at: sql<Date>`clock_timestamp()`,
    })
    .execute()
  if (error === null) await noteSuccess(db, target.endpoint)
}

/** What the test shows, one fact per line. */
export function checksOf({ target, attempt }: SentTest): { name: string; ok: boolean; detail: string }[] {
  const host = hostOf(target.url)
  const address = { name: 'address', ok: true, detail: `${host} is set and may be reached.` }
  const signature = { name: 'signature', ok: true, detail: signatureDetail(target) }
  if (attempt === null) return [address, signature, { name: 'answer', ok: true, detail: 'Nothing was sent.' }]
  const { status, error } = attempt.outcome
  return [
    address,
    signature,
    { name: 'reached', ok: true, detail: `${host} answered.` },
    { name: 'answer', ok: error === null, detail: error === null ? `It answered ${status}.` : error.message },
  ]
}

function signatureDetail({ secrets }: SignedTarget): string {
  return secrets.length === 1 ? 'One secret signs.' : `${secrets.length} secrets sign, the newest first.`
}
