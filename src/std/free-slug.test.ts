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

test('hundreds of taken numbers cost a few questions', async () => {
  const taken = ['news', ...Array.from({ length: 300 }, (_, i) => `news-${i + 2}`)]
  let questions = 0

  const free = await freeSlug('news', (slugs) => {
    questions++
    return among(taken)(slugs)
  })

  expect(free).toBe('news-302')
  expect(questions).toBe(4)
})

test('the number fits into the longest slug', async () => {
  const long = 'a'.repeat(slugLength)

  expect(await freeSlug(long, among([long]))).toBe(`${'a'.repeat(slugLength - 2)}-2`)
})
