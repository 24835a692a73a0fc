import { sql } from 'kysely'

import { shownItem } from '#areas/content/index.ts'
import { newMessageId } from '#areas/integrations/revalidation-message.ts'
import type { Connection } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import type { WebhookConnector } from '#kernel/connector.ts'
import type { Writer } from '#kernel/database.ts'
import type { JobCtx } from '#kernel/job.ts'

import { withAbsoluteMedia } from './cms-item.ts'
import { hashOfTold } from './compare.ts'
import { changeHeld } from './copy-rows.ts'
import { type Attempt, copyOfAttempt, type Done, type ToldItem, type Wanted } from './push-attempt.ts'

type Event = 'item.published' | 'item.updated' | 'item.unpublished' | 'item.deleted'

type Message = { type: Event; timestamp: string; data: ToldItem & { previousSlug: string | null } }

/** What an own endpoint should know of an item now (integrations.md#own-endpoints); `isPublic` undefined: the item is gone. */
export async function wantedToTell(
  ctx: JobCtx,
  db: Writer,
  { itemId, isPublic }: { itemId: string; isPublic: boolean | undefined },
): Promise<Extract<Wanted, { to: 'tell' }>> {
  const shown = isPublic === undefined ? undefined : await shownItem({ ...ctx, db }, itemId)
  if (isPublic === undefined || shown === undefined)
    return { to: 'tell', about: 'deleted', told: { item: null, itemId, collection: null, url: null } }
  const { attributes, collection, url } = shown
  const html = attributes['content_html']
  const body = typeof html === 'string' ? { content_html: withAbsoluteMedia(html, ctx.baseUrl) } : {}
  // What is published in a closed collection is a draft to others (collections.md#open-collections).
  const status = !isPublic && attributes['status'] === 'published' ? { status: 'draft' } : {}
  const item = { ...attributes, ...body, ...status }
  return { to: 'tell', about: isPublic ? 'published' : 'unpublished', told: { item, itemId, collection, url } }
}

type Telling = Attempt & { wanted: Extract<Wanted, { to: 'tell' }> }
type Opened = { connector: WebhookConnector; connection: Connection }

/**
 * Sends an own endpoint what it does not know yet. What it answers names the copy; without an answer the item's own id does.
 * Errors: `ConnectorFault`.
 */
export async function sendItem(ctx: JobCtx, attempt: Telling, opened: Opened): Promise<Done> {
  const { wanted, copy } = attempt
  const { about, told } = wanted
  const isKnown = copy.external_id !== null || copy.intended_at !== null
  if (about !== 'published' && !(isKnown && (about === 'deleted' || copy.live || copy.external_id === null)))
    return { action: 'unchanged', copy: about === 'deleted' ? 'gone' : {} }
  const hash = hashOfTold(about, told)
  if (copy.external_id !== null && copy.pushed_hash === hash) return { action: 'unchanged', copy: {} }
  const type = about !== 'published' ? (`item.${about}` as const) : copy.live ? 'item.updated' : 'item.published'

  const isNew = copy.external_id === null && about === 'published'
  let answer = await send(ctx, attempt, { ...opened, type, isNew: type === 'item.published' })
  // The item was there already, and nobody knows how old: it is told again, and has to be taken.
  if (answer.isAdopted) {
    const { externalId } = answer
    const again = await send(ctx, attempt, { ...opened, type: 'item.updated', isNew: false })
    answer = { ...again, externalId: again.externalId ?? externalId, isAdopted: true }
  }
  if (about === 'deleted') return { action: 'updated', copy: 'gone' }
  const slug = told.item?.['slug']
  return {
    action: isNew && !answer.isAdopted ? 'created' : 'updated',
    copy: {
      externalId: answer.externalId ?? copy.external_id ?? told.itemId,
      externalUrl: answer.externalUrl ?? copy.external_url,
      live: about === 'published',
      snapshot: typeof slug === 'string' ? { slug } : {},
      hash,
      notPersisted: [],
      asDraft: false,
    },
  }
}

type Sending = Opened & { type: Event; isNew: boolean }

async function send(ctx: JobCtx, attempt: Telling, { connector, connection, type, isNew }: Sending) {
  const { id, body } = await ctx.write(({ db }) => keepMessage(db, attempt, { type, at: ctx.now() }))
  const at = ctx.now()
  return connector.deliver(connection, { id, body, at, isNew }).catch((error: unknown) => {
    const isGone = error instanceof ConnectorFault && error.httpStatus === 404
    if (!isGone || type !== 'item.deleted') throw error
    return { externalId: null, externalUrl: null, httpStatus: 404, isAdopted: false }
  })
}

/**
 * The message of this attempt, kept before it is sent: a repeated one has the same id and the same bytes. Where there is something
 * else to say by now, it is another message.
 */
async function keepMessage(
  db: Writer,
  attempt: Telling,
  { type, at }: { type: Event; at: Date },
): Promise<{ id: string; body: string }> {
  const { delivery, copy, wanted } = attempt
  const { told } = wanted
  const known = copy.snapshot?.slug ?? null
  const message: Message = {
    type,
    timestamp: at.toISOString(),
    data: { ...told, previousSlug: known === told.item?.['slug'] ? null : known },
  }
  const before = await db
    .selectFrom('delivery')
    .select(['message_id', 'body'])
    .where('id', '=', delivery.id)
    .executeTakeFirstOrThrow()
  if (before.message_id !== null && isSame(before.body, message)) return { id: before.message_id, body: before.body }
  const id = before.body === '' && before.message_id !== null ? before.message_id : newMessageId()
  const body = JSON.stringify(message)
  await db.updateTable('delivery').set({ message_id: id, body, event: type }).where('id', '=', delivery.id).execute()
  const isFirst = copy.external_id === null && copy.intended_at === null
  // What it was told before counts no longer, whatever happens to the answer.
  await changeHeld(db, copyOfAttempt(attempt), {
    pushed_hash: null,
    ...(isFirst ? { intended_at: sql<Date>`clock_timestamp()` } : {}),
  })
  return { id, body }
}

function isSame(kept: string, { type, data }: Message): boolean {
  if (kept === '') return false
  // Only this file writes there.
  const before = JSON.parse(kept) as Message
  return before.type === type && JSON.stringify(before.data) === JSON.stringify(data)
}
