import { expect, test } from 'vitest'

import { modelStage } from '#areas/generation/test-models.ts'
import { listMedia } from '#areas/media/operations/list-media.ts'
import { updateMedia } from '#areas/media/operations/update-media.ts'
import { newImage } from '#test/pictures.ts'
import { connectModel } from '#test/sample-connections.ts'

import { getAltTextsBrief } from './get-alt-texts-brief.ts'
import { suggestAltTexts } from './suggest-alt-texts.ts'

test.each(['openai', 'anthropic', 'google'] as const)(
  '%s looks at the very picture, and its words fill what is empty',
  async (provider) => {
    const on = await modelStage({ key: false })
    await connectModel(on, provider)
    const [one, two] = [(await newImage(on)).id, (await newImage(on)).id]
    await on.call(updateMedia, { mediaId: two as never, alt: 'Ours' })
    await on.call(updateMedia, { mediaId: one as never, alt: null })
    const images = [
      { image: 1, alt: '  A hive\nin a garden ' },
      { image: 2, alt: 'Something else' },
    ]
    on.llm.says({ json: { images } })

    const started = await on.call(suggestAltTexts, { mediaIds: [one as never, two as never], apply: true })
    const { state, result } = await on.done(started)

    expect([state, started.credits, await on.balance()]).toEqual(['succeeded', 2, 98])
    expect(result).toMatchObject({
      proposals: [
        { mediaId: one, alt: 'A hive in a garden' },
        { mediaId: two, alt: 'Something else' },
      ],
      applied: 1,
    })
    expect(JSON.stringify(on.llm.asked[0]?.body).match(/UklGR/g)).toHaveLength(2)
    const { items } = await on.call(listMedia, { ids: [one as never, two as never] })
    expect(Object.fromEntries(items.map(({ id, alt }) => [id, alt]))).toEqual({
      [one]: 'A hive in a garden',
      [two]: 'Ours',
    })
  },
)

test('without a key the brief has the addresses of the pictures, and nothing is applied unless asked for', async () => {
  const on = await modelStage({ key: false })
  const mediaId = (await newImage(on)).id as never
  await expect(on.call(suggestAltTexts, { mediaIds: [mediaId] })).rejects.toMatchObject({
    code: 'provider_not_configured',
    details: { alternative: { operation: 'getAltTextsBrief' } },
  })
  expect(await on.call(getAltTextsBrief, { mediaIds: [mediaId] })).toMatchObject({
    images: [{ image: 1, mediaId, url: expect.stringMatching(/^https:\/\/masthead\.test\/media\//) }],
    handIn: { operation: 'updateMedia' },
  })

  await connectModel(on)
  await on.call(updateMedia, { mediaId, alt: null })
  on.llm.says({ json: { images: [{ image: 1, alt: 'A hive' }] } })
  expect((await on.done(await on.call(suggestAltTexts, { mediaIds: [mediaId] }))).result).toMatchObject({ applied: 0 })
  expect((await on.call(listMedia, { ids: [mediaId] })).items[0]?.alt).toBeNull()
})
