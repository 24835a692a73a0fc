import { expect, test } from 'vitest'

import { setApprovalPolicy } from '#areas/approvals/operations/set-approval-policy.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { scheduleItem } from '#areas/publishing/operations/schedule-item.ts'
import { createAuthor } from '#areas/taxonomies/operations/create-author.ts'
import { stage } from '#test/stage.ts'

import { generateItemMetadata } from './generate-item-metadata.ts'

type Stage = Awaited<ReturnType<typeof stage>>
const articles = 'articles' as never

async function newItem(on: Stage) {
  const { author } = await on.call(createAuthor, { collectionId: articles, name: 'Ada' })
  const { item } = await on.call(createItem, {
    collectionId: articles,
    title: 'Choosing fountain pen ink',
    primaryKeyword: 'fountain pen ink',
    metaDescription: 'How to choose ink.',
    authorIds: [author.id],
    faq: [{ question: 'Does ink expire?', answer: 'Not for years.' }],
    content: [
      'Fountain pen ink is a water based fluid that dries within seconds on good paper. Have fun!',
      '```\nThis line of code speaks of fountain pen ink too and is long.\n```',
      'Choosing an ink begins with the paper that you write on most days of the week.',
      'Is that so?',
    ].join('\n\n'),
  })
  return item.id
}

async function run(on: Stage, input: Parameters<typeof on.call<typeof generateItemMetadata>>[1]) {
  const { jobId } = await on.call(generateItemMetadata, input)
  await on.work()
  const { result, state, error } = await on.call(getJob, { jobId })
  expect(error).toBeNull()
  expect(state).toBe('succeeded')
  return result as {
    proposals: { field: string; value: Record<string, unknown>; method: string }[]
    applied: string
    revision: number | null
  }
}

test('proposals are made of what the item says, and change nothing by themselves', async () => {
  const on = await stage()
  const id = await newItem(on)
  const before = await on.call(getItem, { id })

  const { proposals, applied } = await run(on, { id, fields: ['schemaJsonLd', 'og', 'twitter', 'tldr'] })

  expect(applied).toBe('none')
  expect(await on.call(getItem, { id })).toEqual(before)
  expect(proposals.map(({ method }) => method)).toEqual(Array(4).fill('deterministic'))
  const value = (field: string) => proposals.find((one) => one.field === field)?.value
  expect(value('og')).toEqual({ ogTitle: 'Choosing fountain pen ink', ogDescription: 'How to choose ink.' })
  expect(value('twitter')).toEqual({
    twitterTitle: 'Choosing fountain pen ink',
    twitterDescription: 'How to choose ink.',
  })
  expect(value('tldr')?.['tldr']).toBe(
    'Fountain pen ink is a water based fluid that dries within seconds on good paper. Choosing an ink begins with the paper that you write on most days of the week.',
  )
  expect(value('schemaJsonLd')).toMatchObject({
    schemaJsonLd: {
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'Article', headline: 'Choosing fountain pen ink', author: [{ '@type': 'Person', name: 'Ada' }] },
        { '@type': 'FAQPage', mainEntity: [{ name: 'Does ink expire?', acceptedAnswer: { text: 'Not for years.' } }] },
      ],
    },
  })
})

test('apply writes a draft and stages what a published item would become', async () => {
  const on = await stage()
  const id = await newItem(on)

  expect(await run(on, { id, fields: ['og'], apply: true })).toMatchObject({ applied: 'written', revision: null })
  expect((await on.call(getItem, { id })).item).toMatchObject({ ogDescription: 'How to choose ink.' })

  await on.call(publishItem, { id }, { confirm: true })
  const { applied, revision } = await run(on, { id, fields: ['twitter'], apply: true })
  expect(applied).toBe('staged')
  expect((await on.call(getItem, { id })).item).toMatchObject({ twitterTitle: null, pendingRevision: revision })
  await on.call(publishItem, { id }, { confirm: true })
  expect((await on.call(getItem, { id })).item).toMatchObject({
    twitterTitle: 'Choosing fountain pen ink',
    pendingRevision: null,
  })
})

test('what needs a model is refused at once, with what helps', async () => {
  const on = await stage()
  const id = await newItem(on)

  await expect(on.call(generateItemMetadata, { id, fields: ['og', 'seoTitle', 'faq'] })).rejects.toMatchObject({
    code: 'provider_not_configured',
    details: { fields: ['seoTitle', 'faq'], alternative: { operation: 'getWritingBrief' } },
  })
  await on.call(deleteItem, { id }, { confirm: true })
  await expect(on.call(generateItemMetadata, { id, fields: ['og'] })).rejects.toMatchObject({
    code: 'invalid_transition',
  })
})

test('apply does not change a scheduled item past the person who approves what goes public', async () => {
  const on = await stage()
  const id = await newItem(on)
  await on.call(scheduleItem, { id, publishAt: new Date(Date.now() + 86_400_000).toISOString() }, { confirm: true })
  await on.call(setApprovalPolicy, { risks: ['publish'] }, on.inPerson())

  const { applied, revision } = await run(on, { id, fields: ['og'], apply: true })

  const { item } = await on.call(getItem, { id })
  expect([applied, item.ogTitle, item.pendingRevision]).toEqual(['staged', null, revision])
  await on.call(setApprovalPolicy, { risks: [] }, on.inPerson())
  expect((await run(on, { id, fields: ['og'], apply: true })).applied).toBe('written')
})
