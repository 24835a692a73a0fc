import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { updateCollection } from '#areas/collections/operations/update-collection.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { getOrganizationSettings } from '#areas/organizations/operations/get-organization-settings.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { createBlogTopic } from '#areas/topics/operations/create-blog-topic.ts'
import { createAsvAnalysis } from '#areas/visibility/operations/create-asv-analysis.ts'
import { createAsvCompetitor } from '#areas/visibility/operations/create-asv-competitor.ts'
import { createAsvPrompts } from '#areas/visibility/operations/create-asv-prompts.ts'
import { deleteAsvCompetitor } from '#areas/visibility/operations/delete-asv-competitor.ts'
import { deleteAsvPrompts } from '#areas/visibility/operations/delete-asv-prompts.ts'
import { getAsvAnswer } from '#areas/visibility/operations/get-asv-answer.ts'
import { getAsvMetrics } from '#areas/visibility/operations/get-asv-metrics.ts'
import { importAsvAnswers } from '#areas/visibility/operations/import-asv-answers.ts'
import { listAsvAnswers } from '#areas/visibility/operations/list-asv-answers.ts'
import { listAsvCompetitors } from '#areas/visibility/operations/list-asv-competitors.ts'
import { listAsvEngines } from '#areas/visibility/operations/list-asv-engines.ts'
import { listAsvPrompts } from '#areas/visibility/operations/list-asv-prompts.ts'
import { updateAsvAnalysis } from '#areas/visibility/operations/update-asv-analysis.ts'
import { updateAsvCompetitor } from '#areas/visibility/operations/update-asv-competitor.ts'
import { updateAsvEngine } from '#areas/visibility/operations/update-asv-engine.ts'
import { updateAsvPrompt } from '#areas/visibility/operations/update-asv-prompt.ts'
import { stage } from '#test/stage.ts'
import { minutesAgo, newAnalysis, newPrompt, sampleEngine } from '#test/visibility-records.ts'

const confirm = { confirm: true }

async function withBrand() {
  const on = await stage()
  await on.call(updateOrganizationSettings, {
    siteUrl: 'https://www.acme.com',
    brand: { name: 'Acme', domains: ['acme.com'] },
  })
  const { brand } = await on.call(createAsvCompetitor, { name: 'Globex', domains: ['globex.com'] })
  const own = (await on.call(listAsvCompetitors, { includeOwn: true })).items.find((one) => one.own)?.id ?? ''
  return { ...on, globex: brand.id, own }
}

test('prompts that exist are no error, and take the language of the organization', async () => {
  const { call } = await stage()

  const first = await call(createAsvPrompts, {
    prompts: [{ text: 'Best CRM?' }, { text: 'best  crm', tag: 'x' }, { text: 'Best CRM?', country: 'DE' }],
  })

  expect(first.created).toMatchObject([
    {
      text: 'Best CRM?',
      locale: 'en',
      intent: 'discovery',
      state: 'active',
      promptVersion: 1,
      branded: false,
      country: null,
    },
    { country: 'DE' },
  ])
  expect(first.duplicates).toEqual([{ index: 1, promptId: first.created[0]?.id }])
})

test('another text is a new version; the same in other letters is none', async () => {
  const { call } = await stage()
  const id = (await newPrompt({ call } as never, { text: 'Best CRM?' })) as never
  const other = await newPrompt({ call } as never, { text: 'Worst CRM?' })

  expect((await call(updateAsvPrompt, { id, text: 'BEST crm' })).prompt).toMatchObject({ promptVersion: 1, version: 2 })
  expect((await call(updateAsvPrompt, { id, text: 'Best CRM for five?' })).prompt).toMatchObject({ promptVersion: 2 })
  await expect(call(updateAsvPrompt, { id, text: 'worst crm' })).rejects.toMatchObject({
    code: 'duplicate_prompt',
    details: { promptId: other },
  })
})

test('more active prompts than the plan allows are refused, and none is made', async () => {
  const { call, access } = await stage()
  const as = { organization: { ...access.organization, plan: 'starter' as const } }
  const prompts = Array.from({ length: 26 }, (_, at) => ({ text: `Question number ${at}` }))

  await expect(call(createAsvPrompts, { prompts }, { as })).rejects.toMatchObject({ code: 'plan_required' })
  expect((await call(listAsvPrompts, {})).total).toBe(0)
  await call(createAsvPrompts, { prompts: prompts.slice(1) }, { as })
  const [first] = (await call(listAsvPrompts, {})).items
  await call(updateAsvPrompt, { id: first?.id as never, state: 'paused' }, { as })
  await call(createAsvPrompts, { prompts: prompts.slice(0, 1) }, { as })
  await expect(call(updateAsvPrompt, { id: first?.id as never, state: 'active' }, { as })).rejects.toMatchObject({
    code: 'plan_required',
  })
})

test('an analysis cannot ask more prompts than the plan allows, after a change to a smaller one', async () => {
  const { call, access } = await stage()
  const as = { organization: { ...access.organization, plan: 'starter' as const } }
  const tags = ['first', 'second']
  for (const tag of tags)
    await call(createAsvPrompts, { prompts: Array.from({ length: 20 }, (_, at) => ({ text: `${tag} ${at}`, tag })) })
  const [engine] = (await call(listAsvEngines, {})).items
  const asked = { name: 'Weekly', engineIds: [engine?.id as never] }

  const refused = { code: 'plan_required', details: { plan: 'starter', asvPromptsMax: 25, asked: 40 } }
  await expect(call(createAsvAnalysis, { ...asked, promptFilter: {} }, { as })).rejects.toMatchObject(refused)
  const { analysis } = await call(createAsvAnalysis, { ...asked, promptFilter: { tags: ['first'] } }, { as })
  const more = { id: analysis.id, promptFilter: { tags } }
  await expect(call(updateAsvAnalysis, more, { as })).rejects.toMatchObject(refused)
  await call(updateAsvAnalysis, { id: analysis.id, name: 'Daily' }, { as })
  await call(updateAsvAnalysis, more)
})

test('every organization has an engine per provider, which needs a key to be enabled', async () => {
  const { call } = await stage()
  const { items } = await call(listAsvEngines, {})

  expect(items.map(({ provider, enabled, mode, status }) => [provider, enabled, mode, status])).toEqual([
    ['anthropic', false, 'search', 'not_configured'],
    ['google', false, 'search', 'not_configured'],
    ['openai', false, 'search', 'not_configured'],
    ['openai_compatible', false, 'memory', 'not_configured'],
    ['perplexity', false, 'search', 'not_configured'],
  ])
  const engineId = (await sampleEngine({ call } as never)) as never
  await expect(call(updateAsvEngine, { engineId, enabled: true })).rejects.toMatchObject({
    code: 'provider_not_configured',
  })
  const { engine } = await call(updateAsvEngine, { engineId, webSearch: false, samplesPerPrompt: 7 })
  expect(engine).toMatchObject({ mode: 'memory', basis: 'api', samplesPerPrompt: 7, version: 2 })
})

test('a name or domain belongs to one brand, and the own brand is neither changed nor deleted here', async () => {
  const { call, own, globex } = await withBrand()

  for (const taken of [{ name: 'ACME' }, { name: 'X', aliases: ['globex'] }, { name: 'Y', domains: ['www.Acme.com'] }])
    await expect(call(createAsvCompetitor, taken)).rejects.toMatchObject({ code: 'duplicate_brand' })
  await expect(call(deleteAsvCompetitor, { id: own as never }, confirm)).rejects.toMatchObject({ code: 'in_use' })
  await expect(call(updateAsvCompetitor, { id: own as never, name: 'Z' })).rejects.toMatchObject({ code: 'in_use' })
  expect((await call(updateAsvCompetitor, { id: globex as never, aliases: ['Globex'] })).brand.version).toBe(2)
})

test('case counts for brands that are called by a common word, unless the call says how', async () => {
  const { call, access, globex } = await withBrand()
  const isCased = async (fields: object) => (await call(createAsvCompetitor, { name: 'X', ...fields })).brand.matchCase
  expect(await isCased({ name: 'Notion' })).toBe(true)
  expect(await isCased({ name: 'Atlassian', aliases: ['Bricks'] })).toBe(true)
  expect(await isCased({ name: 'Linear', matchCase: false })).toBe(false)
  expect(await isCased({ name: 'Notion Labs' })).toBe(false)

  const renamed = async (fields: object) =>
    (await call(updateAsvCompetitor, { id: globex as never, ...fields })).brand.matchCase
  expect(await renamed({ aliases: ['Slack'], matchCase: false })).toBe(false)
  expect(await renamed({ aliases: ['Slack', 'Globx'] })).toBe(false)
  expect(await renamed({ name: 'Ghost' })).toBe(true)
  expect(await renamed({ name: 'Globex' })).toBe(true)

  const named = async (brand: object) => (await call(updateOrganizationSettings, { brand })).settings.brand.matchCase
  expect(await named({ name: 'Stripe' })).toBe(true)
  expect(await named({ matchCase: false })).toBe(false)
  expect(await named({ domains: ['stripe.example'] })).toBe(false)
  await call(updateOrganizationSettings, { brand: { name: null } })
  const ofApple = { as: { organization: { ...access.organization, name: 'Apple' } } }
  const [own] = (await call(listAsvCompetitors, { includeOwn: true }, ofApple)).items
  expect(own).toMatchObject({ name: 'Apple', own: true, matchCase: true })
  // It has the version and the times of the settings that it is part of.
  const { version, updatedAt } = await call(getOrganizationSettings, {})
  expect(own).toMatchObject({ version, updatedAt })
  expect(Date.parse(own?.createdAt ?? '')).toBeGreaterThan(Date.now() - 3600_000)
})

test('a domain of one brand is no name of another, with or without www., whichever side is changed', async () => {
  const { call, own, globex } = await withBrand()
  const { brand } = await call(createAsvCompetitor, { name: 'Initech.io', aliases: ['Hooli'] })
  const initech = { code: 'duplicate_brand', details: { brandId: brand.id, name: 'Initech.io' } }

  for (const name of ['acme.com', 'WWW.Acme.com', 'ａｃｍｅ.com'])
    await expect(call(createAsvCompetitor, { name })).rejects.toMatchObject({
      code: 'duplicate_brand',
      details: { brandId: own, domain: 'acme.com' },
    })
  await expect(call(updateAsvCompetitor, { id: brand.id, aliases: ['globex.com'] })).rejects.toMatchObject({
    code: 'duplicate_brand',
    details: { brandId: globex, domain: 'globex.com' },
  })
  await expect(call(updateAsvCompetitor, { id: globex as never, domains: ['www.initech.io'] })).rejects.toMatchObject(
    initech,
  )
  for (const taken of [{ brand: { domains: ['initech.io'] } }, { siteUrl: 'https://www.initech.io/blog' }])
    await expect(call(updateOrganizationSettings, taken)).rejects.toMatchObject(initech)
  await expect(call(updateOrganizationSettings, { brand: { aliases: ['globex.com'] } })).rejects.toMatchObject({
    code: 'duplicate_brand',
    details: { brandId: globex, domain: 'globex.com' },
  })
  await call(updateAsvCompetitor, { id: brand.id, domains: ['initech.io'] })
  await call(updateAsvCompetitor, { id: globex as never, aliases: ['globex.com', 'www.globex.com'] })
})

test('settings that give the own brand a name or domain of a competitor are refused, and nothing changes', async () => {
  const { call, globex } = await withBrand()
  await call(updateAsvCompetitor, { id: globex as never, domains: ['globex.example'] })

  for (const taken of [
    { name: 'globex', brand: { name: null } },
    { brand: { aliases: ['Globex'] } },
    { brand: { domains: ['www.globex.example'] } },
    { siteUrl: 'https://globex.example/blog' },
  ])
    await expect(call(updateOrganizationSettings, taken)).rejects.toMatchObject({
      code: 'duplicate_brand',
      details: { brandId: globex },
    })
  expect((await call(getOrganizationSettings, {})).brand).toMatchObject({ name: 'Acme', aliases: [] })
})

test('a schedule needs its confirmation and scope, and so does what a scheduled analysis spends', async () => {
  const on = await stage()
  const engineIds = [(await sampleEngine(on)) as never]
  const input = { name: 'Daily', promptFilter: {}, engineIds, schedule: 'daily' as const }
  const withoutRun = { as: { scopes: on.access.scopes.filter((scope) => scope !== 'asv:run') } }

  await expect(on.call(createAsvAnalysis, input)).rejects.toMatchObject({ code: 'confirmation_required' })
  await expect(on.call(createAsvAnalysis, input, { ...confirm, ...withoutRun })).rejects.toMatchObject({
    code: 'insufficient_scope',
  })
  const { analysis } = await on.call(createAsvAnalysis, input, confirm)
  expect(analysis.nextRunAt).toMatch(/T06:00:00.000Z$/)
  const id = analysis.id as never
  await expect(on.call(updateAsvAnalysis, { id, samples: 9 })).rejects.toMatchObject({ code: 'confirmation_required' })
  await expect(on.call(updateAsvAnalysis, { id, samples: 9 }, { ...confirm, ...withoutRun })).rejects.toMatchObject({
    code: 'insufficient_scope',
  })
  expect((await on.call(updateAsvAnalysis, { id, name: 'Renamed' })).analysis.name).toBe('Renamed')
  expect((await on.call(updateAsvAnalysis, { id, schedule: 'none', samples: 9 })).analysis).toMatchObject({
    nextRunAt: null,
    samples: 9,
  })
  const unscheduled = (await newAnalysis(on)) as never
  expect((await on.call(updateAsvAnalysis, { id: unscheduled, samples: 2 })).analysis.samples).toBe(2)
})

test('an answer shows what it would hide, and its places stay', async () => {
  const { call, own } = await withBrand()
  const promptId = (await newPrompt({ call } as never)) as never
  const text = 'Ignore\u202E this \u{E0041}\u{E0042}: \u200B\u200B\u200BAcme\u2066!'
  const citations = [{ url: 'https://a.example/x', title: 'T\u202Eitle' }]

  const { mentions } = await call(importAsvAnswers, {
    engineLabel: 'App',
    answers: [{ promptId, text, citations, observedAt: minutesAgo(3), model: 'm\u202E1' }],
  })

  const shown = await call(getAsvAnswer, { answerId: mentions[0]?.answerId as never })
  expect(JSON.stringify(shown.untrusted)).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]|\u200B\u200B/u)
  expect(shown.untrusted.titles).toEqual(['T[U+202E]itle'])
  const [named] = shown.mentions.filter(({ brandId }) => brandId === own)
  expect(named?.offsets.map(([from, to]) => shown.untrusted.text.slice(from, to))).toEqual(['Acme'])
})

test('another name of the own brand, of the website or of the organization has stored answers read again at once', async () => {
  const on = await withBrand()
  const promptId = (await newPrompt({ call: on.call } as never)) as never
  const text = 'Umbra and Quay are sold at tides.example.'
  await on.call(importAsvAnswers, { engineLabel: 'App', answers: [{ promptId, text, observedAt: minutesAgo(3) }] })
  const named = async (input: object) => {
    await on.call(updateOrganizationSettings, input)
    await on.work()
    const { items } = await on.call(listAsvAnswers, {})
    const { mentions, untrusted } = await on.call(getAsvAnswer, { answerId: items[0]?.id as never })
    const places = mentions.find(({ brandId }) => brandId === on.own)?.offsets ?? []
    return places.map(([from, to]) => untrusted.text.slice(from, to))
  }

  expect(await named({ brand: { name: 'Umbra' } })).toEqual(['Umbra'])
  expect(await named({ name: 'Quay', brand: { name: null } })).toEqual(['Quay'])
  expect(await named({ siteUrl: 'https://tides.example' })).toEqual(['Quay', 'tides.example'])
})

test('imported answers are read, stored once, and shown with places and sources', async () => {
  const { call, own, globex } = await withBrand()
  const promptId = (await newPrompt({ call } as never)) as never
  const { item } = await call(
    createItem,
    { collectionId: 'articles' as never, title: 'Tides', slug: 'tides', status: 'published' },
    confirm,
  )
  const text = '1. Globex\n2. **Acme** is reliable. Acme!'
  const citations = [
    { url: 'http://www.globex.com/a/?utm_source=x#y', title: 'A' },
    { url: 'https://globex.com/a', kind: 'retrieved' as const },
    { url: 'https://www.acme.com/articles/tides/' },
    { url: 'https://notacme.com/', kind: 'retrieved' as const },
    { url: 'https://blog.globex.com/b' },
    { url: 'https://globex.com/a/' },
  ]
  const answer = { promptId, text, citations, observedAt: minutesAgo(3), model: 'm-1' }

  const first = await call(importAsvAnswers, { engineLabel: 'App', answers: [answer, answer] })
  const again = await call(importAsvAnswers, {
    engineLabel: 'App',
    answers: [answer, { ...answer, observedAt: minutesAgo(9) }],
  })

  expect(first).toMatchObject({
    imported: 1,
    duplicates: 1,
    mentions: [
      { brandId: globex, rank: 1 },
      { brandId: own, count: 2, rank: 2 },
    ],
  })
  expect(again).toMatchObject({ imported: 1, duplicates: 1 })
  const shown = await call(getAsvAnswer, { answerId: first.mentions[0]?.answerId as never })
  expect(shown).toMatchObject({
    state: 'ok',
    mode: 'manual',
    basis: 'imported',
    model: 'm-1',
    promptVersion: 1,
    untrusted: { text, titles: ['A', null, null, null] },
  })
  expect(shown.mentions[1]).toMatchObject({
    brandId: own,
    offsets: [
      [15, 19],
      [35, 39],
    ],
    firstOffset: 15,
    sentiment: 1,
    method: 'lexicon',
    confidence: 'low',
  })
  expect(shown.citations).toEqual([
    {
      url: 'https://globex.com/a',
      domain: 'globex.com',
      kind: 'cited',
      count: 2,
      order: 1,
      ownership: 'competitor',
      brandId: globex,
      matchedItemId: null,
    },
    {
      url: 'https://acme.com/articles/tides',
      domain: 'acme.com',
      kind: 'cited',
      count: 1,
      order: 2,
      ownership: 'own',
      brandId: own,
      matchedItemId: item.id,
    },
    {
      url: 'https://blog.globex.com/b',
      domain: 'blog.globex.com',
      kind: 'cited',
      count: 1,
      order: 3,
      ownership: 'competitor',
      brandId: globex,
      matchedItemId: null,
    },
    {
      url: 'https://notacme.com',
      domain: 'notacme.com',
      kind: 'retrieved',
      count: 1,
      order: 4,
      ownership: 'third_party',
      brandId: null,
      matchedItemId: null,
    },
  ])
  expect((await call(listAsvAnswers, { mentioned: true })).total).toBe(2)
  expect((await call(listAsvAnswers, { mentioned: false })).total).toBe(0)
})

test('a source is the article at its address, whatever the template of its collection', async () => {
  const { call } = await withBrand()
  await call(updateOrganizationSettings, { siteUrl: 'https://www.acme.com/magazine' }, confirm)
  const collectionId = 'articles' as never
  await call(updateCollection, { collectionId, urlTemplate: '/{year}/{slug}.html' })
  const input = { collectionId, title: 'Tides', slug: 'tides', status: 'published' } as const
  const { item } = await call(createItem, { ...input, publishAt: '2026-03-04T12:00:00Z' }, confirm)
  const promptId = (await newPrompt({ call } as never)) as never
  const citations = [
    { url: 'https://acme.com/magazine/2026/tides.html?utm_source=engine' },
    { url: 'https://acme.com/magazine/2025/tides.html' },
  ]

  const answers = [{ promptId, text: 'Acme', citations, observedAt: minutesAgo(3) }]
  const { mentions } = await call(importAsvAnswers, { engineLabel: 'App', answers })

  const shown = await call(getAsvAnswer, { answerId: mentions[0]?.answerId as never })
  expect(shown.citations.map(({ matchedItemId }) => matchedItemId)).toEqual([item.id, null])
})

test('an import with a wrong time or prompt stores nothing', async () => {
  const { call } = await withBrand()
  const promptId = (await newPrompt({ call } as never)) as never
  const good = { promptId, text: 'Acme', observedAt: minutesAgo(1) }
  const attempt = (bad: object) => call(importAsvAnswers, { engineLabel: 'App', answers: [good, { ...good, ...bad }] })

  await expect(attempt({ observedAt: minutesAgo(-60) })).rejects.toMatchObject({ code: 'validation_failed' })
  await expect(attempt({ observedAt: minutesAgo(60 * 24 * 800) })).rejects.toMatchObject({ code: 'validation_failed' })
  await expect(attempt({ promptId: 'prm_01jzz0000000000000000000zz' })).rejects.toMatchObject({ code: 'not_found' })
  expect((await call(listAsvAnswers, {})).total).toBe(0)
})

test('answers belong to the version that the prompt had', async () => {
  const { call, rows } = await withBrand()
  const promptId = (await newPrompt({ call } as never)) as never
  await rows(({ db }) =>
    db
      .updateTable('asv_prompt_version')
      .set({ created_at: new Date(Date.now() - 3600_000) })
      .execute(),
  )
  await call(updateAsvPrompt, { id: promptId, text: 'Another question altogether' })
  await rows(({ db }) =>
    db
      .updateTable('asv_prompt_version')
      .set({ created_at: new Date(Date.now() - 600_000) })
      .where('n', '=', 2)
      .execute(),
  )
  const give = (minutes: number) => ({ promptId, text: `Acme ${minutes}`, observedAt: minutesAgo(minutes) })

  await call(importAsvAnswers, { engineLabel: 'App', answers: [give(5), give(30), give(300)] })

  const { items } = await call(listAsvAnswers, {})
  expect(items.map(({ promptVersion }) => promptVersion)).toEqual([2, 1, 1])
})

test('a new competitor and a new alias have the whole history, without asking anybody', async () => {
  const on = await withBrand()
  const { call, globex } = on
  const promptId = (await newPrompt(on)) as never
  await call(importAsvAnswers, {
    engineLabel: 'App',
    answers: [
      {
        promptId,
        text: 'Initech and GBX, not Acme Cloud.',
        citations: [{ url: 'https://initech.com' }],
        observedAt: minutesAgo(1),
      },
    ],
  })

  const { brand, jobId } = await call(createAsvCompetitor, { name: 'Initech', domains: ['initech.com'] })
  await call(updateAsvCompetitor, { id: globex as never, aliases: ['GBX', 'Acme Cloud'] })
  await on.work()

  expect(jobId).toMatch(/^job_/)
  const [answer] = (await call(listAsvAnswers, {})).items
  expect(answer?.mentions).toMatchObject([
    { brandId: brand.id, rank: 1, count: 1 },
    { brandId: globex, rank: 2, count: 2 },
  ])
  const { citations } = await call(getAsvAnswer, { answerId: answer?.id as never })
  expect(citations).toMatchObject([{ ownership: 'competitor', brandId: brand.id }])
  await call(deleteAsvCompetitor, { id: brand.id as never }, confirm)
  expect((await call(listAsvAnswers, {})).items[0]?.mentions).toHaveLength(1)
})

test('deleted prompts leave lists; their answers stay unless they are not wanted', async () => {
  const on = await withBrand()
  const [kept, gone] = [(await newPrompt(on)) as never, (await newPrompt(on)) as never]
  for (const promptId of [kept, gone])
    await on.call(importAsvAnswers, {
      engineLabel: 'App',
      answers: [{ promptId, text: 'Acme', observedAt: minutesAgo(1) }],
    })

  await on.call(deleteAsvPrompts, { ids: [kept] }, confirm)
  await on.call(deleteAsvPrompts, { ids: [gone], keepHistory: false }, confirm)

  expect((await on.call(listAsvPrompts, {})).total).toBe(0)
  expect((await on.call(listAsvAnswers, {})).total).toBe(1)
  expect((await on.call(getAsvMetrics, {})).items[0]).toMatchObject({
    n: 1,
    metrics: { visibility: { value: 100, tooFewSamples: true } },
  })
})

test('a topic keeps the prompt that it is meant to move', async () => {
  const on = await stage()
  const topic = { topic: 'A', primaryKeyword: 'a b', angle: 'c', collectionPresetId: 'articles' as never }
  const asvPromptId = (await newPrompt(on)) as never

  expect((await on.call(createBlogTopic, { ...topic, asvPromptId })).topic.asvPromptId).toBe(asvPromptId)
  await expect(
    on.call(createBlogTopic, { ...topic, asvPromptId: 'prm_01jzz0000000000000000000zz' as never }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('what each answer is read for, and each label of imported ones, has a most', async () => {
  const on = await withBrand()
  const promptId = (await newPrompt(on)) as never
  const imported = (engineLabel: string) =>
    on.call(importAsvAnswers, { engineLabel, answers: [{ promptId, text: engineLabel, observedAt: minutesAgo(1) }] })
  await on.rows(async ({ db }) => {
    await sql`insert into app.asv_brand (organization_id, id, name)
      select app.org(), 'cmp_' || substr(md5('many' || n), 1, 26), 'Rival ' || n from generate_series(1, 198) n`.execute(
      db,
    )
    await sql`insert into app.asv_engine (organization_id, id, provider, label, web_search, enabled)
      select app.org(), 'eng_' || substr(md5('many' || n), 1, 26), 'manual', 'Label ' || n, false, true
      from generate_series(1, 49) n`.execute(db)
  })
  await on.call(createAsvCompetitor, { name: 'Initech' })
  await imported('The last one')

  await expect(on.call(createAsvCompetitor, { name: 'Hooli' })).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringMatching(/at most 200 competitors\..*deleteAsvCompetitor/) as unknown,
    details: [{ path: '/input/name', code: 'too_big' }],
  })
  await expect(imported('One more')).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringMatching(/at most 50 engines of imported answers/) as unknown,
    details: [{ path: '/input/engineLabel', code: 'too_big' }],
  })
  expect(await imported('Label 7')).toMatchObject({ imported: 1 })
})
