import { expect, test } from 'vitest'

import { freeSlug } from './free-slug.ts'
import { slugLength } from './slugs.ts'

const among = (taken: readonly string[]) => async (slugs: readonly string[]) =>
  slugs.filter((slug) => taken.includes(slug))

test('a free slug stays as it is', async () => {
  expect(await freeSlug('news', among([]))).toBe('news')
})

test('a taken slug gets the first free number', async () => {
  expect(await freeSlug('news', among(['news', 'news-2', 'news-4']))).toBe('news-3')
})

const upTo = (count: number) => ['news', ...Array.from({ length: count }, (_, i) => `news-${i + 2}`)].slice(0, count)

test.each([1, 2, 9, 10, 11, 12, 19, 20, 21, 39, 40, 41, 300, 639, 640, 641, 5000])(
  'with %i taken, the next is found, and few are asked for',
  async (count) => {
    let [questions, asked] = [0, 0]

    const free = await freeSlug('news', (slugs) => {
      questions++
      asked += slugs.length
      return among(upTo(count))(slugs)
    })

    expect(free).toBe(`news-${count + 1}`)
    expect(questions).toBeLessThanOrEqual(count > 1000 ? 4 : 3)
    expect(asked).toBeLessThanOrEqual(120)
  },
)

test('where hundreds are taken and some are free again, it is one behind a taken one', async () => {
  const taken = upTo(900).filter((slug) => !/\d[37]$/.test(slug))

  const n = Number((await freeSlug('news', among(taken))).replace('news-', ''))

  expect(taken).not.toContain(`news-${n}`)
  expect(taken).toContain(`news-${n - 1}`)
})

test('the number fits into the longest slug', async () => {
  const long = 'a'.repeat(slugLength)

  expect(await freeSlug(long, among([long]))).toBe(`${'a'.repeat(slugLength - 2)}-2`)
})
