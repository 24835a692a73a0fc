import type { ChangedItem, ChangeReason, ContentChange } from '#kernel/change.ts'
import { newId } from '#kernel/ids.ts'
import { joinUrl } from '#std/urls.ts'

/** The payload of a notification. */
export type RevalidationMessage = {
  type: 'content.revalidate'
  timestamp: string
  data: {
    organizationId: string
    reason: ChangeReason | 'test'
    url: string
    urls: string[]
    items: ToldItem[]
    redirects: ToldRedirect[]
    notifySearchEngines: boolean
  }
}

type ToldItem = {
  id: string
  collection: string
  slug: string
  previousSlug: string | null
  canonicalUrl: string | null
  status: ChangedItem['status']
  updatedAt: string
  contentHash: string | null
}
type ToldRedirect = { from: string; to: string; status: 308 }
type About = { organizationId: string; notifySearchEngines: boolean; siteUrl: string | null; now: Date }

/** The most items of one message. */
const mostItems = 50
/** A message stays below this many bytes: the website fetches the content again. */
const mostBytes = 20_000

/**
 * What a change says, in as many messages as it needs (integrations.md#large-messages-are-split). The first item of a change (of
 * a consolidation, the winner) is in each of them, unless even two items are too much for one message; the messages keep their
 * order.
 */
export function messagesOf(change: ContentChange, about: About): RevalidationMessage[] {
  const { items, redirects = [] } = change
  const fits = items.length <= mostItems && redirects.length <= 2 * mostItems
  const message = fits ? messageOf(change, about) : undefined
  if (message !== undefined && isThin(message)) return [message]
  if (items.length <= 1 && redirects.length <= 1) return [shed(message ?? messageOf(change, about))]
  return halves(change).flatMap((half) => messagesOf(half, about))
}

/** One message that says what both would, or undefined where that would be too much. `newer` wins where they differ. */
export function folded(older: RevalidationMessage, newer: RevalidationMessage): RevalidationMessage | undefined {
  const ids = new Set(newer.data.items.map(({ id }) => id))
  const slugsBefore = new Map(older.data.items.map(({ id, slug, previousSlug }) => [id, previousSlug ?? slug]))
  const items = [
    ...newer.data.items.map((item) => ({ ...item, previousSlug: previousOf(item, slugsBefore.get(item.id)) })),
    ...older.data.items.filter(({ id }) => !ids.has(id)),
  ]
  const urls = [...new Set([...newer.data.urls, ...older.data.urls])]
  const still = older.data.redirects.filter(({ from }) => !leadsNowhere(from, older, newer))
  const redirects = foldedRedirects(still, newer.data.redirects)
  const message = { ...newer, data: { ...newer.data, items, urls, redirects } }
  return items.length <= mostItems && isThin(message) ? message : undefined
}

/** The bytes of a message. */
export function bodyOf(message: RevalidationMessage): string {
  return JSON.stringify(message)
}

/** A message from what `bodyOf` made of it, as an outbox keeps it. */
export function messageIn(body: string): RevalidationMessage {
  // Only this program writes there.
  return JSON.parse(body) as RevalidationMessage
}

/** A message about no change, to see whether the website receives it. */
export function testMessage(item: ChangedItem | undefined, url: string, about: About): RevalidationMessage {
  const message = messageOf({ reason: 'updated', items: item === undefined ? [] : [item] }, about)
  const told = item?.url ?? url
  return shed({ ...message, data: { ...message.data, reason: 'test', url: told, urls: [told], redirects: [] } })
}

/** A new id for a message: the receiver recognises a repeated one by it. */
export const newMessageId = () => newId('message')

function messageOf({ reason, items, redirects = [], paths = [] }: ContentChange, about: About): RevalidationMessage {
  const { organizationId, notifySearchEngines, siteUrl, now } = about
  const onSite = (path: string) => (siteUrl === null ? path : joinUrl(siteUrl, path))
  const redirected = [...redirects.map(({ from }) => from), ...paths].map(onSite)
  const told = items.flatMap(({ url, previousUrl }) => [url, previousUrl ?? []].flat())
  const lists = items.flatMap(({ listUrl }) => listUrl ?? [])
  const urls = [...new Set([...told, ...redirected, ...lists])]
  return {
    type: 'content.revalidate',
    timestamp: now.toISOString(),
    data: {
      organizationId,
      reason,
      url: urls[0] ?? siteUrl ?? '',
      urls,
      items: items.map(toldOf),
      redirects: redirects.map(({ from, to }) => ({ from, to, status: 308 })),
      notifySearchEngines,
    },
  }
}

function toldOf(item: ChangedItem): ToldItem {
  const { id, collection, slug, previousSlug, canonicalUrl, status, updatedAt, contentHash } = item
  return {
    id,
    collection,
    slug,
    previousSlug,
    canonicalUrl,
    status,
    updatedAt: updatedAt.toISOString(),
    contentHash,
  }
}

function halves({ reason, items, redirects = [], paths = [] }: ContentChange): ContentChange[] {
  const [first, ...others] = items
  const isPair = others.length === 1
  const half = Math.ceil(others.length / 2)
  const cut = Math.ceil(redirects.length / 2)
  const withFirst = (some: readonly ChangedItem[]) => (first === undefined ? [] : [first, ...some])
  return [
    { reason, items: withFirst(isPair ? [] : others.slice(0, half)), redirects: redirects.slice(0, cut), paths },
    { reason, items: isPair ? others : withFirst(others.slice(half)), redirects: redirects.slice(cut) },
  ]
}

// With addresses of thousands of characters, what the website can find out by itself is left out.
function shed(message: RevalidationMessage): RevalidationMessage {
  if (isThin(message)) return message
  const { data } = message
  const few = { ...message, data: { ...data, urls: [data.url], redirects: [] } }
  if (isThin(few)) return few
  return { ...few, data: { ...few.data, items: data.items.map((item) => ({ ...item, canonicalUrl: null })) } }
}

function isThin(message: RevalidationMessage): boolean {
  return Buffer.byteLength(bodyOf(message)) < mostBytes
}

function previousOf({ slug, previousSlug }: ToldItem, before: string | undefined): string | null {
  if (before === undefined) return previousSlug
  return before === slug ? null : before
}

// A newer message fetches a path again and names no redirect of it: it has none any longer. What ends in the path with the least
// before it is its address.
function leadsNowhere(from: string, older: RevalidationMessage, newer: RevalidationMessage): boolean {
  const [own] = older.data.urls.filter((url) => url.endsWith(from)).toSorted((a, b) => a.length - b.length)
  const isTold = newer.data.redirects.some((redirect) => redirect.from === from)
  return own !== undefined && !isTold && newer.data.urls.includes(own)
}

// a -> b and then b -> c: both lead to c. What leads to itself is no longer a redirect.
function foldedRedirects(older: readonly ToldRedirect[], newer: readonly ToldRedirect[]): ToldRedirect[] {
  const onwards = new Map(newer.map(({ from, to }) => [from, to]))
  const kept = older
    .filter(({ from }) => !onwards.has(from))
    .map((redirect) => ({ ...redirect, to: onwards.get(redirect.to) ?? redirect.to }))
  return [...newer, ...kept].filter(({ from, to }) => from !== to)
}
