import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import { getSettings } from '#areas/organizations/index.ts'
import type { Announce, ContentChange } from '#kernel/change.ts'
import type { Writer } from '#kernel/database.ts'
import { type DeliveryId, newId } from '#kernel/ids.ts'
import type { ConfiguredWebhooks } from '#kernel/webhook.ts'

import { inMs, supersede } from './delivery-rows.ts'
import { furnishEndpoint } from './endpoints.ts'
import { type Pace, usualPace } from './pace.ts'
import { bodyOf, folded, messagesOf, newMessageId, type RevalidationMessage } from './revalidation-message.ts'
import { findTarget, furnishSettings, hostOf, type WebhookTarget } from './webhook-target.ts'

type Parts = { webhooks: ConfiguredWebhooks; pace?: Pick<Pace, 'debounceMs'> }

/** A waiting message about some of the same items. */
type Waiting = { id: string; subjects: string[]; body: string; attempts: number; next_attempt_at: Date }

/**
 * Writes what a website is told about a change, in the transaction of the change (integrations.md#messages-commit-with-changes).
 * A waiting message about nothing else, or one that has already failed, gives way to the new one
 * (integrations.md#newer-messages-take-over).
 */
export function createAnnounce({ webhooks, pace = usualPace }: Parts): Announce {
  return async (db, change, { organizationId, now }) => {
    const target = await findTarget(db, { organizationId, webhooks })
    if (target === undefined || !target.isSigned) return []
    const { siteUrl } = await getSettings(db)
    const { notifySearchEngines } = target
    const messages = messagesOf(change, { organizationId, notifySearchEngines, siteUrl, now })
    const waiting = await lockWaiting(db, target, subjectsOf(change))
    await furnishSettings(db)
    await furnishEndpoint(db, target.endpoint)
    const told: { deliveryId: DeliveryId; target: string }[] = []
    for (const message of messages) {
      const deliveryId = await write(db, { message, change, target, waiting, debounceMs: pace.debounceMs })
      told.push({ deliveryId, target: hostOf(target.url) })
    }
    return told
  }
}

type Writing = {
  message: RevalidationMessage
  change: ContentChange
  target: WebhookTarget
  waiting: Waiting[]
  debounceMs: number
}

async function write(db: Writer, { message, change, target, waiting, debounceMs }: Writing): Promise<DeliveryId> {
  const subjects = new Set(subjectsOfMessage(message, change))
  const gone: string[] = []
  let whole = message
  let due: Date | undefined
  for (const older of waiting) {
    if (!older.subjects.some((subject) => subjects.has(subject))) continue
    const isCovered = older.subjects.every((subject) => subjects.has(subject))
    if (!isCovered && older.attempts === 0) continue
    const both = folded(JSON.parse(older.body) as RevalidationMessage, whole)
    if (both === undefined) continue
    whole = both
    gone.push(older.id)
    for (const subject of older.subjects) subjects.add(subject)
    // Counted from the first of several changes (integrations.md#debounce-from-the-first-change).
    if (older.attempts === 0 && (due === undefined || older.next_attempt_at < due)) due = older.next_attempt_at
  }
  const id = newId('delivery')
  await db
    .insertInto('delivery')
    .values({
      id,
      message_id: newMessageId(),
      endpoint: target.endpoint,
      url: target.url,
      reason: message.data.reason,
      subjects: [...subjects],
      body: bodyOf(whole),
      next_attempt_at: due ?? inMs(debounceMs),
    })
    .execute()
  if (gone.length > 0) await supersede(db, gone, id)
  waiting.splice(0, waiting.length, ...waiting.filter((older) => !gone.includes(older.id)))
  return id
}

// What a worker holds right now is left to it: it is older, so it goes first.
async function lockWaiting(db: Writer, { endpoint }: WebhookTarget, subjects: readonly string[]): Promise<Waiting[]> {
  const rows = await db
    .selectFrom('delivery')
    .select(['id', 'subjects', 'body', 'attempts', 'next_attempt_at'])
    .where('endpoint', '=', endpoint)
    .where('next_attempt_at', 'is not', null)
    .where(sql<boolean>`subjects && ${subjects}::text[]`)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => ({ ...row, next_attempt_at: row.next_attempt_at ?? new Date() }))
}

/** What a change is about: its items or, where there are none, the paths of its redirects. */
function subjectsOf({ items, redirects = [] }: ContentChange): string[] {
  if (items.length > 0) return items.map(({ id }) => id)
  return redirects.map(({ from }) => `path:${createHash('sha256').update(from).digest('hex')}`)
}

function subjectsOfMessage({ data }: RevalidationMessage, change: ContentChange): string[] {
  if (change.items.length > 0) return data.items.map(({ id }) => id)
  return subjectsOf({ ...change, redirects: data.redirects })
}
