import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { createBlogTopic } from '#areas/topics/operations/create-blog-topic.ts'
import { createAsvCompetitor } from '#areas/visibility/operations/create-asv-competitor.ts'
import { getAsvItemEffect } from '#areas/visibility/operations/get-asv-item-effect.ts'
import { getAsvRun } from '#areas/visibility/operations/get-asv-run.ts'
import { importAsvAnswers } from '#areas/visibility/operations/import-asv-answers.ts'
import { listAsvGaps } from '#areas/visibility/operations/list-asv-gaps.ts'
import { listAsvSources } from '#areas/visibility/operations/list-asv-sources.ts'
import { updateAsvPrompt } from '#areas/visibility/operations/update-asv-prompt.ts'
import { stage } from '#test/stage.ts'
import { minutesAgo, newPrompt } from '#test/visibility-records.ts'

import { wilson } from './intervals.ts'

async function withBrands() {
  const on = await stage()
  await on.call(updateOrganizationSettings, {
    siteUrl: 'https://www.acme.com',
    brand: { name: 'Acme', domains: ['acme.com'] },
  })
  const { brand } = await on.call(createAsvCompetitor, { name: 'Globex', domains: ['globex.com'] })
  let at = 0
  const give = (promptId: string, text: string, more: object = {}) => ({
    promptId: promptId as never,
    text,
    observedAt: minutesAgo(++at / 10),
    ...more,
  })
  const bring = async (answers: ReturnType<typeof give>[], engineLabel = 'App') => {
    let runId = ''
    for (let from = 0; from < answers.length; from += 50)
      ({ runId } = await on.call(importAsvAnswers, { engineLabel, answers: answers.slice(from, from + 50) }))
    return runId as never
  }
  const prompts = (count: number) => Promise.all(Array.from({ length: count }, () => newPrompt(on)))
  return { ...on, globex: brand.id, give, bring, prompts }
}

test('a change is named only where the same was asked of the same model, and it is more than chance', async () => {
  const { call, give, bring, prompts } = await withBrands()
  const ids = await prompts(12)
  const run = (text: (at: number) => string, model = 'm-1', some = ids) =>
    bring(some.flatMap((id, at) => [0, 1, 2].map((sample) => give(id, text(at * 3 + sample), { model }))))
  const rarely = await run((at) => (at % 6 === 0 ? 'Acme' : 'Globex'))
  const often = await run((at) => (at % 6 === 0 ? 'Globex' : 'Acme'))
  const sameAgain = await run((at) => (at % 6 === 1 ? 'Acme' : 'Globex'))
  const otherModel = await run(() => 'Acme', 'm-2')
  const few = await run(() => 'Acme', 'm-1', ids.slice(0, 3))
  const visibility = async (runId: never, compareTo: never) =>
    (await call(getAsvRun, { runId, compareTo })).changes.find(({ metric }) => metric === 'visibility')

  expect(await visibility(often, rarely)).toMatchObject({
    from: expect.closeTo(100 / 6, 9),
    to: expect.closeTo(500 / 6, 9),
    significant: true,
    comparable: true,
  })
  expect(await visibility(sameAgain, rarely)).toMatchObject({ delta: 0, significant: false, comparable: true })
  expect(await visibility(otherModel, rarely)).toMatchObject({
    significant: false,
    comparable: false,
    reason: 'model_changed',
  })
  expect(await visibility(few, rarely)).toMatchObject({ significant: false, comparable: false, reason: 'too_few' })
  for (const id of ids) await call(updateAsvPrompt, { id: id as never, text: `Something else about ${id}` })
  const changed = await run((at) => (at % 2 === 0 ? 'Acme' : 'Nobody'))
  expect((await visibility(changed, rarely))?.comparable).toBe(true)
  const now = await bring(ids.map((id) => give(id, 'Acme', { model: 'm-1', observedAt: new Date().toISOString() })))
  expect(await visibility(now, rarely)).toMatchObject({ comparable: false, reason: 'prompt_changed' })
})

test('a side of a change that has a figure shows it, although the other side has none', async () => {
  const { call, give, bring, prompts } = await withBrands()
  const ids = await prompts(10)
  const run = (text: string) =>
    bring(ids.flatMap((id) => [1, 2, 3].map((sample) => give(id, `${text} ${sample}`, { model: 'm-1' }))))
  const [nobody, own] = [await run('Nobody'), await run('Acme')]
  const place = async (runId: never, compareTo: never) =>
    (await call(getAsvRun, { runId, compareTo })).changes.find(({ metric }) => metric === 'avgPosition')

  const rest = { delta: null, ci95: null, significant: false, comparable: true }
  expect(await place(own, nobody)).toMatchObject({ from: null, to: 1, ...rest })
  expect(await place(nobody, own)).toMatchObject({ from: 1, to: null, ...rest })
  expect(await place(nobody, nobody)).toMatchObject({ from: null, to: null, ...rest })
})

test('sources are counted by domain and by address, those of competitors alone first', async () => {
  const { call, give, bring, prompts } = await withBrands()
  const [a = '', b = ''] = await prompts(2)
  const cite = (...urls: string[]) => ({ citations: urls.map((url) => ({ url })) })
  await bring([
    give(a, 'Globex', cite('https://reddit.com/r/x', 'https://reddit.com/r/x#y', 'https://globex.com/a')),
    give(a, 'Acme and Globex', cite('https://en.wikipedia.org/wiki/CRM', 'https://acme.com/b')),
    give(b, 'Nobody', cite('https://reddit.com/r/z')),
    give(b, 'Nobody at all', { citations: [{ url: 'https://www.g2.com/crm', kind: 'retrieved' }] }),
  ])

  const { items, total } = await call(listAsvSources, {})
  expect(total).toBe(5)
  expect(items.map(({ source, type, competitorOnly, citations }) => [source, type, competitorOnly, citations])).toEqual(
    [
      ['reddit.com', 'community', 1, 3],
      ['globex.com', 'competitor', 1, 1],
      ['acme.com', 'own', 0, 1],
      ['en.wikipedia.org', 'reference', 0, 1],
      ['g2.com', 'review', 0, 0],
    ],
  )
  expect(items[0]).toMatchObject({
    prompts: 2,
    usedRate: { value: 50, numerator: 2, denominator: 4, tooFewSamples: true },
    citationShare: { value: 50, numerator: 3, denominator: 6 },
    avgCitations: { value: 1.5, ci95: null },
  })
  expect((await call(listAsvSources, { level: 'url', search: 'reddit' })).items.map(({ source }) => source)).toEqual([
    'https://reddit.com/r/x',
    'https://reddit.com/r/z',
  ])
  expect((await call(listAsvSources, { ownership: 'own' })).total).toBe(1)
})

test('sources that name competitors alone equally often are in the order of the share of answers that use them', async () => {
  const { call, rows, give, bring, prompts } = await withBrands()
  const [id = ''] = await prompts(1)
  const citing = (url: string) => ({ citations: [{ url }] })
  await bring([
    give(id, 'One', citing('https://often.example/a')),
    give(id, 'Two', citing('https://often.example/a')),
    ...[3, 4, 5].map((at) => give(id, `Nothing ${at}`)),
  ])
  const searched = await bring([give(id, 'Six', citing('https://rarely.example/b')), give(id, 'Seven')], 'Search')
  await rows(({ db }) => db.updateTable('asv_answer').set({ mode: 'search' }).where('run_id', '=', searched).execute())

  const { items } = await call(listAsvSources, {})

  expect(items.map(({ source, mode, usedRate }) => [source, mode, usedRate.value])).toEqual([
    ['rarely.example', 'search', 50],
    ['often.example', 'manual', 40],
  ])
})

test('a gap becomes a topic by one call, and then names it', async () => {
  const { call, give, bring, globex } = await withBrands()
  const open = await newPrompt({ call } as never, { text: 'Which CRM suits a bakery?', intent: 'comparison' })
  const closed = await newPrompt({ call } as never, { text: 'Is a CRM worth it?' })
  await call(
    createItem,
    { collectionId: 'articles' as never, title: 'Is a CRM worth it for you?', status: 'published' },
    { confirm: true },
  )
  await bring([
    ...[1, 2, 3].map((at) => give(open, `Globex ${at}`, { citations: [{ url: 'https://globex.com/x' }] })),
    ...[1, 2, 3].map((at) => give(closed, `Acme and Globex ${at}`, { citations: [{ url: 'https://acme.com/x' }] })),
    give(open, 'Globex', { citations: [{ url: 'https://old.example/x' }], observedAt: minutesAgo(91 * 24 * 60) }),
    give(await newPrompt({ call } as never), 'Globex'),
  ])

  const { items } = await call(listAsvGaps, {})
  expect(items.map(({ promptId, kind }) => [promptId, kind])).toEqual([
    [open, 'mention'],
    [open, 'citation'],
    [open, 'content'],
  ])
  expect(items[0]).toMatchObject({
    n: 3,
    ownRate: 0,
    competitors: [{ brandId: globex, name: 'Globex', rate: 100 }],
    sources: [{ domain: 'globex.com', answers: 3 }],
    suggestedTopic: { topic: 'Which CRM suits a bakery', articleType: 'comparison', asvPromptId: open },
    topicId: null,
  })
  const { topic } = await call(createBlogTopic, items[0]?.suggestedTopic as never)
  expect((await call(listAsvGaps, { kind: 'mention' })).items[0]?.topicId).toBe(topic.id)
})

test('a prompt that an article answers is no gap in content, however many articles there are', async () => {
  const on = await withBrands()
  const { call, rows, give, bring } = on
  const [byOldest, byNewest, byNone] = [
    await newPrompt(on, { text: 'Which CRM suits a bakery?' }),
    await newPrompt(on, { text: 'Welches CRM passt zu Metzgereien?', locale: 'de' }),
    await newPrompt(on, { text: 'Which CRM suits a florist?' }),
  ]
  await call(
    createItem,
    { collectionId: 'articles' as never, title: 'Which CRM suits a bakery', status: 'published' },
    { confirm: true },
  )
  await rows(({ db }) =>
    sql`insert into app.item (organization_id, id, collection_id, slug, title, title_key, primary_keyword, status, publish_at)
      select app.org(), 'itm_7' || lpad(n::text, 25, '0'), c.id, 'tide-' || n, 'Tides ' || n, 'tides ' || n,
        case n when 2100 then 'welches CRM passt Metzgereien' end, 'published', now()
      from app.collection c, generate_series(1, 2100) n where c.organization_id = app.org() and c.slug = 'articles'`.execute(
      db,
    ),
  )
  await bring([byOldest, byNewest, byNone].flatMap((id) => [1, 2, 3].map((at) => give(id, `Globex ${at}`))))

  const { items } = await call(listAsvGaps, { kind: 'content' })

  expect(items.map(({ promptId }) => promptId)).toEqual([byNone])
})

test('the effect of an item is a change beside that of other prompts, and says nothing on too little', async () => {
  const { call, rows, give, bring, prompts } = await withBrands()
  const [mine, other] = [await prompts(8), await prompts(8)]
  const { item } = await call(
    createItem,
    { collectionId: 'articles' as never, title: 'Tides', slug: 'tides', status: 'published' },
    { confirm: true },
  )
  const draft = await call(createItem, { collectionId: 'articles' as never, title: 'Draft' })
  const published = new Date(Date.now() - 10 * 86_400_000)
  await rows(({ db }) => db.updateTable('item').set({ publish_at: published }).where('id', '=', item.id).execute())
  const days = (count: number, at: number) =>
    new Date(published.getTime() + count * 86_400_000 + at * 1000).toISOString()
  const link = { citations: [{ url: 'https://acme.com/articles/tides' }] }
  const effect = () => call(getAsvItemEffect, { itemId: item.id })

  await bring(mine.slice(0, 1).map((id, at) => give(id, 'Acme', { ...link, observedAt: days(1, at) })))
  expect(await effect()).toMatchObject({ verdict: 'too_few', prompts: [mine[0]] })
  await bring([
    ...mine.flatMap((id, at) =>
      [1, 2, 3].map((sample) => give(id, `Nobody ${sample}`, { observedAt: days(-3, at * 10 + sample) })),
    ),
    ...mine.flatMap((id, at) =>
      [1, 2, 3].map((sample) =>
        give(id, sample === 1 ? 'Nobody' : 'Acme', { ...link, observedAt: days(3, at * 10 + sample) }),
      ),
    ),
    ...other.flatMap((id, at) =>
      [-3, 3].flatMap((day) =>
        [1, 2, 3].map((sample) => give(id, `Nobody ${sample}`, { observedAt: days(day, at * 10 + sample) })),
      ),
    ),
  ])

  const found = await effect()
  expect(found).toMatchObject({
    verdict: 'improved',
    mode: 'manual',
    before: { visibility: { value: 0, n: 24 } },
    control: { visibility: { change: 0, prompts: 8 } },
  })
  expect(found.prompts).toHaveLength(8)
  expect(found.adjusted.visibility.value).toBe(found.change.visibility)
  expect(found.adjusted.visibility.ci95?.[0]).toBeGreaterThan(0)
  expect(found.after.itemCitedRate).toMatchObject({ value: 100, n: 25 })
  await expect(call(getAsvItemEffect, { itemId: draft.item.id })).rejects.toMatchObject({ code: 'invalid_transition' })
})

test('the effect of an item says nothing about sources of answers from memory, and gives each share its interval', async () => {
  const { call, rows, give, bring, prompts } = await withBrands()
  const [mine, other] = [await prompts(2), await prompts(2)]
  const { item } = await call(
    createItem,
    { collectionId: 'articles' as never, title: 'Tides', slug: 'tides', status: 'published' },
    { confirm: true },
  )
  const published = new Date(Date.now() - 10 * 86_400_000)
  await rows(({ db }) => db.updateTable('item').set({ publish_at: published }).where('id', '=', item.id).execute())
  const on = (days: number, at: number) => new Date(published.getTime() + days * 86_400_000 + at * 1000).toISOString()
  const asked = (ids: readonly string[], more: object) =>
    ids.flatMap((id) =>
      [-3, 3].flatMap((days) =>
        [1, 2, 3].map((at) =>
          give(id, `${days > 0 && at > 1 ? 'Acme' : 'Nobody'} ${at}`, { ...more, observedAt: on(days, at) }),
        ),
      ),
    )
  await bring([...asked(mine, { citations: [{ url: 'https://acme.com/articles/tides' }] }), ...asked(other, {})])
  const effect = () => call(getAsvItemEffect, { itemId: item.id })
  const withSources = await effect()
  await rows(({ db }) => db.updateTable('asv_answer').set({ mode: 'memory' }).execute())
  const fromMemory = await effect()

  expect(withSources.after).toMatchObject({
    visibility: { numerator: 4, denominator: 6, n: 6, ci95: wilson(4, 6)?.map((one) => expect.closeTo(100 * one, 9)) },
    itemCitedRate: { value: 100, denominator: 6, ci95: wilson(6, 6)?.map((one) => expect.closeTo(100 * one, 9)) },
  })
  expect(fromMemory).toMatchObject({ mode: 'memory', after: { visibility: withSources.after.visibility } })
  const nothing = { value: null, numerator: 0, denominator: 0, n: 6, ci95: null }
  for (const name of ['citationRate', 'itemCitedRate'] as const) {
    expect([fromMemory.before[name], fromMemory.after[name]], name).toEqual([nothing, nothing])
    expect([fromMemory.change[name], fromMemory.control[name].change], name).toEqual([null, null])
    expect(fromMemory.adjusted[name], name).toEqual({ value: null, ci95: null })
  }
})
