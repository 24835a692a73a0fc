import { expect, test } from 'vitest'

import { Refusal } from '#kernel/errors.ts'

import { readFeed } from './feed-entries.ts'
import { openWordPress } from './wordpress-rest.ts'

test('a feed of ten thousand entries is read whole', () => {
  const xml = `<rss><channel>${Array.from({ length: 10_000 }, (_, i) => `<item><title>${i}</title><link>https://a.example/${i}</link><description>Words</description></item>`).join('')}</channel></rss>`

  const { entries } = readFeed(xml)

  expect([entries.length, entries.at(-1)?.link]).toEqual([10_000, 'https://a.example/9999'])
})

test('an entry that is cut off is none, and what is too large says so', () => {
  const large = `<item><guid>1</guid><description>${'x'.repeat(2_000_001)}</description></item>`

  const { entries } = readFeed(`<rss><channel>${large}<item><guid>2</guid><description>cut`)

  expect(entries.map(({ guid, isTooLarge }) => [guid, isTooLarge])).toEqual([['1', true]])
})

test('pages of posts that are too large are asked for in smaller ones', async () => {
  const asked: string[] = []
  const fetch = async (address: string) => {
    const url = new URL(address)
    const size = Number(url.searchParams.get('per_page'))
    if (size > 0) asked.push(`${url.searchParams.get('page')}x${size}`)
    if (size > 20)
      throw new Refusal('upstream_failed', 'Its answer is larger than 5000000 bytes.', {
        reason: 'bad_response',
        about: 'size',
      })
    const page = Number(url.searchParams.get('page'))
    const posts = Array.from({ length: 30 }, (_, i) => ({
      id: i + 1,
      title: { rendered: 'T' },
      content: { rendered: 'x' },
    }))
    const body = size === 0 ? { home: 'https://a.example' } : posts.slice((page - 1) * size, page * size)
    return { status: 200, headers: new Headers(), body: Buffer.from(JSON.stringify(body)), url: address }
  }

  const source = openWordPress('https://a.example', {
    fetch,
    signal: new AbortController().signal,
    now: new Date(),
    userAgent: 'x',
  })
  const items = []
  for await (const record of source.records) if (record.kind === 'item') items.push(record.sourceKey)

  expect([items.length, new Set(items).size, asked]).toEqual([30, 30, ['1x100', '1x20', '2x20']])
})
