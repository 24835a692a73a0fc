import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import { redirectsAroundAsked } from '#areas/addresses/index.ts'
import { type Settings, settingsAsked } from '#areas/organizations/index.ts'
import type { Announce, Announcing } from '#kernel/announce.ts'
import { ask, joined } from '#kernel/ask.ts'
import type { ChangeReason, ContentChange, DeliveryRef } from '#kernel/change.ts'
import type { Writer } from '#kernel/database.ts'
import { type DeliveryId, newId } from '#kernel/ids.ts'
import { notifyNobody, type Notify } from '#kernel/notify.ts'
import type { ConfiguredWebhooks } from '#kernel/webhook.ts'
import { type Write, writeTogether } from '#kernel/write-together.ts'

import { announceCopies } from './copies/announce-copies.ts'
import { inMs, ofRequest, supersedeWrite } from './delivery-rows.ts'
import { endpointFurnished } from './endpoints.ts'
import { announceToIndexNow, indexNowAsked } from './notices/announce-index-now.ts'
import { type Pace, usualPace } from './pace.ts'
import {
  bodyOf,
  folded,
  messageIn,
  messagesOf,
  newMessageId,
  type RevalidationMessage,
} from './revalidation-message.ts'
import { hostOf, settingsFurnished, targetAsked, type WebhookTarget } from './webhook-target.ts'

type Parts = { webhooks: ConfiguredWebhooks; notify?: Notify; pace?: Pick<Pace, 'debounceMs'> }

/** A waiting message about some of the same items. */
type Waiting = { id: string; subjects: string[]; body: string; attempts: number; next_attempt_at: Date }

/**
 * Writes what a website learns of a change, in the transaction of the change (integrations.md#messages-commit-with-changes).
 * A waiting message about nothing else, or one that has already failed, gives way to the new one
 * (integrations.md#newer-messages-take-over).
 */
export function createAnnounce({ webhooks, notify = notifyNobody, pace = usualPace }: Parts): Announce {
  return async (db, whole, about) => {
    const { organizationId } = about
    const change = seenOf(whole)
    const { target, settings, indexNow, around } = await ask(
      db,
      joined({
        target: targetAsked({ organizationId, webhooks }),
        settings: settingsAsked(),
        indexNow: indexNowAsked(),
        around: redirectsAroundAsked(answeringElsewhere(change)),
      }),
    )
    const { contentMode } = settings
    const copied = await announceCopies(db, whole, { ...about, contentMode, debounceMs: pace.debounceMs })
    if (isNews(change) && settings.notificationRoutes.published !== 'none')
      await notify(db, { event: 'published', text: await publishedText(db, change) }, about)
    const { siteUrl } = settings
    if (indexNow !== undefined)
      await announceToIndexNow(db, change, { integration: indexNow, siteUrl, start: about.start })
    if (target === undefined || !target.isSigned || isUnseen(change)) return copied
    return [
      ...(await announceToWebsite(db, withRedirects(change, around), {
        ...about,
        target,
        settings,
        debounceMs: pace.debounceMs,
      })),
      ...copied,
    ]
  }
}

/** Whether people are told that something went live. */
const isNews = ({ reason, items, isReturn = false }: ContentChange): boolean =>
  reason === 'published' && items.length > 0 && !isReturn

/** Reasons that only items which the public sees have; what is in a closed collection changes for nobody. */
const seen: ReadonlySet<ChangeReason> = new Set(['published', 'updated', 'slug_changed'])

/** The change without what the public sees neither before nor after it (collections.md#open-collections). */
function seenOf(change: ContentChange): ContentChange {
  if (!seen.has(change.reason) || change.items.every(({ status }) => status === 'published')) return change
  const items = change.items.filter(({ status }) => status === 'published')
  return items.length > 0 ? { ...change, items } : { ...change, items, redirects: [], paths: [] }
}

/** The items whose old addresses answer differently after a change: they appear, go, or are somewhere else. And the paths that left them. */
function answeringElsewhere({ reason, items, redirects = [] }: ContentChange) {
  const moved = reason === 'updated' ? items.filter(({ previousUrl }) => previousUrl != null) : items
  return { itemIds: moved.map(({ id }) => id), paths: redirects.map(({ from }) => from) }
}

type Around = { from: string; to: string; isPublic: boolean }

/**
 * The change with the old addresses that lead to its items, or did until it sent them elsewhere. Where a redirect is stored, it says
 * where its path leads: it may wait for another item, or have led elsewhere before.
 */
function withRedirects(change: ContentChange, around: readonly Around[]): ContentChange {
  const { redirects = [], paths = [] } = change
  const stored = new Set(around.map(({ from }) => from))
  return {
    ...change,
    redirects: [
      ...redirects.filter(({ from }) => !stored.has(from)),
      ...around.flatMap(({ from, to, isPublic }) => (isPublic ? [{ from, to }] : [])),
    ],
    paths: [...paths, ...around.flatMap(({ from, isPublic }) => (isPublic ? [] : [from]))],
  }
}

const mostTitles = 10

/** Title and address of what went live. */
async function publishedText(db: Writer, { items }: ContentChange): Promise<string> {
  const shown = items.slice(0, mostTitles)
  const rows = await db
    .selectFrom('item')
    .select(['id', 'title'])
    .where('id', '=', sql<string>`any(${shown.map(({ id }) => id)})`)
    .execute()
  const titles = new Map<string, string>(rows.map(({ id, title }) => [id, title]))
  const lines = shown.map(({ id, url }) => `Published: ${titles.get(id) ?? ''}\n${url}`)
  const more = items.length - shown.length
  return [...lines, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n\n')
}

/** Whether a change shows on no page of a website. */
const isUnseen = ({ items, redirects = [], paths = [] }: ContentChange): boolean =>
  items.length + redirects.length + paths.length === 0

type Telling = Pick<Announcing, 'organizationId' | 'now'> & {
  target: WebhookTarget
  settings: Settings
  debounceMs: number
}

async function announceToWebsite(
  db: Writer,
  change: ContentChange,
  { organizationId, now, target, settings: { siteUrl }, debounceMs }: Telling,
): Promise<DeliveryRef[]> {
  const { notifySearchEngines } = target
  const messages = messagesOf(change, { organizationId, notifySearchEngines, siteUrl, now })
  const waiting = await lockWaiting(db, target, subjectsOf(change))
  const told: DeliveryRef[] = []
  // One after the other: they go out in the order in which they were written.
  for (const [at, message] of messages.entries()) {
    const delivery = deliveryOf(db, { message, change, target, waiting, debounceMs })
    const furnished = at === 0 ? [settingsFurnished(db), endpointFurnished(db, target.endpoint)] : []
    await writeTogether(db, [...furnished, ...delivery.writes])
    told.push({ deliveryId: delivery.id, target: hostOf(target.url) })
  }
  return told
}

type Writing = {
  message: RevalidationMessage
  change: ContentChange
  target: WebhookTarget
  waiting: Waiting[]
  debounceMs: number
}

/** The delivery of a message, and what waits and gives way to it: that is no longer in `waiting`. */
function deliveryOf(
  db: Writer,
  { message, change, target, waiting, debounceMs }: Writing,
): { id: DeliveryId; writes: Write[] } {
  const subjects = new Set(subjectsOfMessage(message, change))
  const gone: string[] = []
  let whole = message
  let due: Date | undefined
  for (const older of waiting) {
    if (!older.subjects.some((subject) => subjects.has(subject))) continue
    const isCovered = older.subjects.every((subject) => subjects.has(subject))
    if (!isCovered && older.attempts === 0) continue
    const both = folded(messageIn(older.body), whole)
    if (both === undefined) continue
    whole = both
    gone.push(older.id)
    for (const subject of older.subjects) subjects.add(subject)
    // Counted from the first of several changes (integrations.md#debounce-from-the-first-change).
    if (older.attempts === 0 && (due === undefined || older.next_attempt_at < due)) due = older.next_attempt_at
  }
  const id = newId('delivery')
  const inserted = db.insertInto('delivery').values({
    id,
    ...ofRequest(),
    message_id: newMessageId(),
    endpoint: target.endpoint,
    url: target.url,
    reason: message.data.reason,
    subjects: [...subjects],
    body: bodyOf(whole),
    next_attempt_at: due ?? inMs(debounceMs),
  })
  waiting.splice(0, waiting.length, ...waiting.filter((older) => !gone.includes(older.id)))
  return { id, writes: gone.length === 0 ? [inserted] : [inserted, supersedeWrite(db, gone, id)] }
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

/** What a change is about: its items or, if there are none, the paths that lead elsewhere or nowhere now. */
function subjectsOf({ items, redirects = [], paths = [] }: ContentChange): string[] {
  if (items.length > 0) return items.map(({ id }) => id)
  const told = new Set([...redirects.map(({ from }) => from), ...paths])
  return [...told].map((path) => `path:${createHash('sha256').update(path).digest('hex')}`)
}

function subjectsOfMessage({ data }: RevalidationMessage, change: ContentChange): string[] {
  if (change.items.length > 0) return data.items.map(({ id }) => id)
  return subjectsOf({ ...change, redirects: data.redirects })
}
