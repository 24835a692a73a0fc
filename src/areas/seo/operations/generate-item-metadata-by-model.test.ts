import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { modelStage } from '#areas/generation/test-models.ts'

import { generateItemMetadata } from './generate-item-metadata.ts'

const written = {
  seoTitle: 'How to keep bees in a city garden',
  metaDescription: 'Keep bees in three steps.',
  faq: [{ question: 'Do bees sting?', answer: 'Seldom.' }],
}

test('a model writes what cannot be made without one, and it is applied like the rest', async () => {
  const on = await modelStage()
  on.llm.says({ json: written })
  const { item } = await on.call(createItem, {
    collectionId: 'articles' as never,
    title: 'Bees',
    content: 'About bees.',
  })

  const started = await on.call(generateItemMetadata, { id: item.id, fields: ['seoTitle', 'og', 'faq'], apply: true })
  const { result } = await on.done(started)

  expect(started.credits).toBe(1)
  expect(result).toMatchObject({
    proposals: [
      { field: 'og', method: 'deterministic' },
      { field: 'seoTitle', method: 'model', value: { seoTitle: written.seoTitle } },
      { field: 'faq', method: 'model', value: { faq: written.faq } },
    ],
    applied: 'written',
    model: 'gpt-6-sol-2026-09-22',
    credits: 1,
  })
  expect((await on.call(getItem, { id: item.id })).item).toMatchObject({
    seoTitle: written.seoTitle,
    faq: written.faq,
    metaDescription: null,
  })
  expect(await on.balance()).toBe(99)
  expect(JSON.parse(on.llm.asked[0]?.prompt ?? '')).toMatchObject({ title: 'Bees', content: 'About bees.' })
})

test('what needs no model costs nothing', async () => {
  const on = await modelStage()
  const { item } = await on.call(createItem, {
    collectionId: 'articles' as never,
    title: 'Bees',
    content: 'About bees.',
  })

  const started = await on.call(generateItemMetadata, { id: item.id, fields: ['og', 'schemaJsonLd'] })
  expect((await on.done(started)).state).toBe('succeeded')

  expect([started.credits, await on.balance(), on.llm.asked.length]).toEqual([0, 100, 0])
})
