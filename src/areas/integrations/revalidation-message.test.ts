import { expect, test } from 'vitest'

import type { ChangedItem } from '#kernel/change.ts'
import { newId } from '#kernel/ids.ts'

import { bodyOf, folded, messagesOf, type RevalidationMessage } from './revalidation-message.ts'

const about = {
  organizationId: newId('organization'),
  notifySearchEngines: true,
  siteUrl: 'https://www.example.com/',
  now: new Date('2026-11-20T18:00:00Z'),
}

const itemOf = (slug: string, more: Partial<ChangedItem> = {}): ChangedItem => ({
  id: newId('item'),
  collection: 'articles',
  slug,
  previousSlug: null,
  url: `https://www.example.com/blog/${slug}`,
  previousUrl: null,
  listUrl: 'https://www.example.com/blog',
  canonicalUrl: null,
  status: 'published',
  updatedAt: new Date('2026-11-20T17:59:00Z'),
  contentHash: 'hash',
  ...more,
})

const one = (messages: RevalidationMessage[]): RevalidationMessage => {
  const [message] = messages
  if (message === undefined || messages.length > 1) throw new Error('one message')
  return message
}

test('a message says what to fetch again', () => {
  const item = itemOf('a', { previousSlug: 'old', previousUrl: 'https://www.example.com/blog/old' })
  const change = {
    reason: 'slug_changed',
    items: [item],
    redirects: [{ from: '/blog/old', to: '/blog/a' }],
  } as const

  expect(one(messagesOf(change, about))).toEqual({
    type: 'content.revalidate',
    timestamp: '2026-11-20T18:00:00.000Z',
    data: {
      organizationId: about.organizationId,
      reason: 'slug_changed',
      url: 'https://www.example.com/blog/a',
      urls: ['https://www.example.com/blog/a', 'https://www.example.com/blog/old', 'https://www.example.com/blog'],
      items: [
        {
          id: item.id,
          collection: 'articles',
          slug: 'a',
          previousSlug: 'old',
          canonicalUrl: null,
          status: 'published',
          updatedAt: '2026-11-20T17:59:00.000Z',
          contentHash: 'hash',
        },
      ],
      redirects: [{ from: '/blog/old', to: '/blog/a', status: 308 }],
      notifySearchEngines: true,
    },
  })
})

test('a redirect without an item names the address that it leads from', () => {
  const change = { reason: 'redirect_changed', items: [], redirects: [{ from: '/was', to: '/is' }] } as const

  expect(one(messagesOf(change, about)).data).toMatchObject({
    url: 'https://www.example.com/was',
    urls: ['https://www.example.com/was'],
    items: [],
  })
})

test('a path that leads nowhere any more is among the addresses to fetch again', () => {
  const item = itemOf('a')
  const change = { reason: 'redirect_changed', items: [item], paths: ['/was'] } as const

  expect(one(messagesOf(change, about)).data).toMatchObject({
    urls: [item.url, 'https://www.example.com/was', item.listUrl],
    redirects: [],
  })
})

test('a consolidation of more than 50 items is several messages with the winner, each below 20 kB', () => {
  const items = Array.from({ length: 51 }, (_, n) => itemOf(`article-with-a-long-name-${n}`))
  const redirects = items
    .slice(1)
    .map(({ slug }) => ({ from: `/blog/${slug}`, to: '/blog/article-with-a-long-name-0' }))
  const messages = messagesOf({ reason: 'consolidated', items, redirects }, about)

  expect(messages.length).toBeGreaterThan(1)
  for (const message of messages) {
    expect(message.data.items[0]?.slug).toBe('article-with-a-long-name-0')
    expect(message.data.url).toBe('https://www.example.com/blog/article-with-a-long-name-0')
    expect(Buffer.byteLength(bodyOf(message))).toBeLessThan(20_000)
  }
  expect(new Set(messages.flatMap(({ data }) => data.items.map(({ id }) => id))).size).toBe(51)
  expect(messages.flatMap(({ data }) => data.redirects)).toHaveLength(50)
})

test('the longest addresses make no message too large', () => {
  const long = `https://www.example.com/${'ü'.repeat(2020)}`
  const item = itemOf('s'.repeat(200), { url: long, canonicalUrl: long, previousUrl: `${long}x`, listUrl: `${long}y` })
  const path = `/${'ü'.repeat(2040)}`
  const messages = messagesOf({ reason: 'updated', items: [item, item], redirects: [{ from: path, to: long }] }, about)

  for (const message of messages) expect(Buffer.byteLength(bodyOf(message))).toBeLessThan(20_000)
  expect(messages.every(({ data }) => data.url === long)).toBe(true)
})

test('a newer message takes over what an older one would have told', () => {
  const item = itemOf('b', { previousSlug: 'a', previousUrl: 'https://www.example.com/blog/a' })
  const next = { ...item, slug: 'c', url: 'https://www.example.com/blog/c', previousSlug: 'b', previousUrl: item.url }
  const older = one(
    messagesOf({ reason: 'slug_changed', items: [item], redirects: [{ from: '/blog/a', to: '/blog/b' }] }, about),
  )
  const newer = one(
    messagesOf({ reason: 'slug_changed', items: [next], redirects: [{ from: '/blog/b', to: '/blog/c' }] }, about),
  )

  expect(folded(older, newer)?.data).toMatchObject({
    url: 'https://www.example.com/blog/c',
    urls: ['c', 'b', '', 'a'].map((slug) => `https://www.example.com/blog${slug && `/${slug}`}`),
    items: [{ slug: 'c', previousSlug: 'a' }],
    redirects: [
      { from: '/blog/b', to: '/blog/c', status: 308 },
      { from: '/blog/a', to: '/blog/c', status: 308 },
    ],
  })
})

test('a slug that comes back leaves no redirect to itself', () => {
  const there = itemOf('b', { previousSlug: 'a' })
  const back = { ...there, slug: 'a', previousSlug: 'b' }
  const [older, newer] = [
    one(messagesOf({ reason: 'slug_changed', items: [there], redirects: [{ from: '/blog/a', to: '/blog/b' }] }, about)),
    one(messagesOf({ reason: 'slug_changed', items: [back], redirects: [{ from: '/blog/b', to: '/blog/a' }] }, about)),
  ]

  expect(folded(older, newer)?.data).toMatchObject({
    items: [{ slug: 'a', previousSlug: null }],
    redirects: [{ from: '/blog/b', to: '/blog/a' }],
  })
})

test('messages that would be too much together stay apart', () => {
  const many = (from: number) => Array.from({ length: 30 }, (_, n) => itemOf(`item-${from + n}`))
  const [a, b] = [0, 100].map((from) => one(messagesOf({ reason: 'updated', items: many(from) }, about)))

  expect(a && b && folded(a, b)).toBeUndefined()
})
