import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { modelStage } from '#areas/generation/test-models.ts'
import { listMedia } from '#areas/media/operations/list-media.ts'
import { connectModel } from '#test/sample-records.ts'

import { generateImage } from './generate-image.ts'

type On = Awaited<ReturnType<typeof modelStage>>
const newItem = async (on: On) =>
  (await on.call(createItem, { collectionId: 'articles' as never, title: 'Bees' })).item.id

test.each(['openai', 'google'] as const)('%s draws a picture that goes through the library', async (provider) => {
  const on = await modelStage({ key: false })
  await connectModel(on, provider)
  const started = await on.call(generateImage, { itemId: await newItem(on), prompt: 'A hive', purpose: 'featured' })

  const { result, state } = await on.done(started)

  expect([state, started.credits, await on.balance()]).toEqual(['succeeded', 4, 96])
  const { items } = await on.call(listMedia, {})
  expect(items).toMatchObject([{ id: (result as { mediaId: string }).mediaId, source: 'generated', alt: 'A hive' }])
})

test('a writer that does not draw is no provider for it; a refusal gives the credits back', async () => {
  const on = await modelStage({ key: false })
  await connectModel(on, 'anthropic')
  const itemId = await newItem(on)
  await expect(on.call(generateImage, { itemId, prompt: 'A hive', purpose: 'inline' })).rejects.toMatchObject({
    code: 'provider_not_configured',
    details: { providers: ['openai', 'google'] },
  })

  await connectModel(on, 'google')
  on.llm.says({ end: 'refused' })
  const { state, error } = await on.done(await on.call(generateImage, { itemId, prompt: 'A hive', purpose: 'inline' }))
  expect([state, error?.code, await on.balance()]).toEqual(['failed', 'target_rejected', 100])
})
