import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { createAsvAnalysis } from '#areas/visibility/operations/create-asv-analysis.ts'
import { createAsvCompetitor } from '#areas/visibility/operations/create-asv-competitor.ts'
import { getAsvAnswer } from '#areas/visibility/operations/get-asv-answer.ts'
import { getAsvItemEffect } from '#areas/visibility/operations/get-asv-item-effect.ts'
import { getAsvMetrics } from '#areas/visibility/operations/get-asv-metrics.ts'
import { getAsvReport } from '#areas/visibility/operations/get-asv-report.ts'
import { getAsvRun } from '#areas/visibility/operations/get-asv-run.ts'
import { importAsvAnswers } from '#areas/visibility/operations/import-asv-answers.ts'
import { listAsvAnalyses } from '#areas/visibility/operations/list-asv-analyses.ts'
import { listAsvAnswers } from '#areas/visibility/operations/list-asv-answers.ts'
import { listAsvEngines } from '#areas/visibility/operations/list-asv-engines.ts'
import { listAsvGaps } from '#areas/visibility/operations/list-asv-gaps.ts'
import { listAsvPrompts } from '#areas/visibility/operations/list-asv-prompts.ts'
import { listAsvSources } from '#areas/visibility/operations/list-asv-sources.ts'
import { updateAsvPrompt } from '#areas/visibility/operations/update-asv-prompt.ts'
import { stage } from '#test/stage.ts'
import { askableEngine, minutesAgo, newPrompt } from '#test/visibility-records.ts'

const day = 24 * 60
const confirm = { confirm: true }

async function withBrands() {
  const on = await stage()
  await on.call(updateOrganizationSettings, {
    siteUrl: 'https://www.acme.com',
    brand: { name: 'Acme', domains: ['acme.com'] },
  })
  const { brand } = await on.call(createAsvCompetitor, { name: 'Globex' })
  const ids = await Promise.all(Array.from({ length: 12 }, () => newPrompt(on)))
  /** Three answers to each prompt, of which `named` name the organization's own brand; all at one time, so that no midnight divides them. */
  const ask = (daysAgo: number, named: number, { label = 'App', model = 'm-1', prompts = ids } = {}) =>
    on.call(importAsvAnswers, {
      engineLabel: label,
      answers: prompts.flatMap((promptId, at) =>
        [0, 1, 2].map((sample) => ({
          promptId: promptId as never,
          text: at * 3 + sample < named ? `Acme, says ${sample}` : `Globex, says ${sample}`,
          observedAt: minutesAgo(daysAgo * day + 1),
          model,
        })),
      ),
    })
  const cite = (promptId: string, url: string) =>
    on.call(importAsvAnswers, {
      engineLabel: 'App',
      answers: [{ promptId: promptId as never, text: 'Read this.', citations: [{ url }], observedAt: minutesAgo(3) }],
    })
  return { ...on, ids, ask, cite, globex: brand.id }
}

test('figures carry what changed since the same length of time before, and whether it is more than chance', async () => {
  const { call, ask } = await withBrands()
  await ask(10, 6)
  await ask(1, 30)

  const { changes, lastAnswerAt } = await call(getAsvMetrics, { range: '7d', compare: true })

  expect(changes?.find(({ metric }) => metric === 'visibility')).toMatchObject({
    from: expect.closeTo(600 / 36, 9),
    to: expect.closeTo(3000 / 36, 9),
    significant: true,
    comparable: true,
  })
  expect(new Set(changes?.map(({ brandId }) => brandId)).size).toBe(1)
  expect(Date.now() - Date.parse(lastAnswerAt ?? '')).toBeLessThan((day + 10) * 60_000)
  expect(await call(getAsvMetrics, { range: '7d' })).not.toHaveProperty('changes')
})

test('a series has one point per week, brand and mode, of the same counts as the figures of that week', async () => {
  const { call, ask, globex } = await withBrands()
  await ask(15, 6)
  await ask(1, 30)

  const { series = [], items } = await call(getAsvMetrics, { range: '28d', series: 'week' })

  const own = series.filter(({ brandId }) => brandId !== globex)
  expect(own).toHaveLength(2)
  expect(own.map(({ visibility }) => [visibility.numerator, visibility.n])).toEqual([
    [6, 36],
    [30, 36],
  ])
  expect(own.every(({ day: monday }) => new Date(`${monday}T00:00:00Z`).getUTCDay() === 1)).toBe(true)
  expect(own[0]?.visibility).toMatchObject({ tooFewSamples: false, ci95: [expect.any(Number), expect.any(Number)] })
  expect(items[0]?.metrics.visibility).toMatchObject({ numerator: 36, n: 72 })
  const { series: days = [] } = await call(getAsvMetrics, { range: '28d', series: 'day', brandIds: [globex] })
  expect(days.map(({ brandId, visibility }) => [brandId, visibility.numerator])).toEqual([
    [globex, 30],
    [globex, 6],
  ])
})

test('a series comes with what was published, that which answers a prompt first', async () => {
  const { call, cite, ids } = await withBrands()
  const publish = async (at: number) => {
    const item = { collectionId: 'articles', title: `Article ${at}`, slug: `article-${at}`, status: 'published' }
    return (await call(createItem, item as never, confirm)).item.id
  }
  const cited = await publish(0)
  for (let at = 1; at <= 12; at++) await publish(at)
  await cite(ids[0] ?? '', 'https://www.acme.com/articles/article-0')
  await call(createItem, { collectionId: 'articles' as never, title: 'A draft', slug: 'draft' })

  const { publications = [] } = await call(getAsvMetrics, { range: '7d', series: 'day' })

  expect(publications).toHaveLength(12)
  expect(publications.filter(({ answersPrompt }) => answersPrompt).map(({ itemId }) => itemId)).toEqual([cited])
  expect(publications.map(({ publishedAt }) => publishedAt)).toEqual(
    publications.map(({ publishedAt }) => publishedAt).toSorted(),
  )
})

test('prompts show the own visibility at each engine, and how many answers are too few', async () => {
  const { call, ask, ids } = await withBrands()
  await ask(1, 36, { prompts: ids.slice(0, 1), label: 'App' })
  for (let at = 0; at < 11; at++) await ask(2 + at, 1, { prompts: ids.slice(0, 1), label: 'Other' })

  const { items, engines } = await call(listAsvPrompts, { byEngine: true })

  expect(engines?.map(({ label }) => label)).toEqual(['App', 'Other'])
  const [app, other] = (engines ?? []).map(({ engineId }) => engineId)
  const cells = items.find(({ id }) => id === ids[0])?.byEngine ?? []
  expect(cells.find(({ engineId }) => engineId === app)?.visibility).toMatchObject({ n: 3, tooFewSamples: true })
  expect(cells.find(({ engineId }) => engineId === other)?.visibility).toMatchObject({
    n: 33,
    numerator: 11,
    tooFewSamples: false,
  })
  expect(items.find(({ id }) => id === ids[1])?.byEngine).toEqual([])
  expect((await call(listAsvPrompts, {})).items[0]).not.toHaveProperty('byEngine')
})

test('a list has whole answers where they are asked for, with the prompt as it was asked', async () => {
  const { call, ask, ids } = await withBrands()
  await ask(1, 3)
  const [first] = (await call(listAsvPrompts, { pageSize: 100 })).items.filter(({ id }) => id === ids[0])
  await call(updateAsvPrompt, { id: ids[0] as never, text: 'Something else?' })

  const { items, total } = await call(listAsvAnswers, {
    promptId: ids[0] as never,
    state: 'ok',
    whole: true,
    pageSize: 1,
    page: 2,
  })

  expect(total).toBe(3)
  const [answer] = items
  expect(answer?.whole).toEqual(await call(getAsvAnswer, { answerId: answer?.id as never }))
  expect(answer?.prompt).toBe(first?.text)
  expect((await call(listAsvAnswers, { state: 'refused' })).total).toBe(0)
  await expect(call(listAsvAnswers, { whole: true })).rejects.toMatchObject({ code: 'validation_failed' })
})

test('analyses say what a run and a month of all schedules cost', async () => {
  const on = await stage()
  const engineId = (await askableEngine(on)) as never
  for (let at = 0; at < 4; at++) await newPrompt(on, at < 2 ? { tag: 'crm' } : {})
  const analysis = { promptFilter: {}, engineIds: [engineId], samples: 2 }
  await on.call(createAsvAnalysis, { ...analysis, name: 'Daily', schedule: 'daily' }, confirm)
  await on.call(createAsvAnalysis, { ...analysis, name: 'Tagged', promptFilter: { tags: ['crm'] } })
  await on.call(createAsvAnalysis, { ...analysis, name: 'Other', promptFilter: { locale: 'fr' } })
  const price = (await on.call(listAsvEngines, {})).items.find(({ id }) => id === engineId)?.pricePerAnswer ?? 0

  const { items, month } = await on.call(listAsvAnalyses, {})

  expect(price).toBeGreaterThan(0)
  expect(items.map(({ name, perRun }) => [name, perRun.calls, perRun.expected])).toEqual([
    ['Daily', 8, expect.closeTo(8 * price, 9)],
    ['Other', 0, 0],
    ['Tagged', 4, expect.closeTo(4 * price, 9)],
  ])
  expect(month).toEqual({
    runs: 365 / 12,
    calls: Math.round((8 * 365) / 12),
    expected: expect.closeTo((8 * price * 365) / 12, 9),
    complete: true,
    currency: 'USD',
  })
})

test('the effect of an article names it and the prompts that it answers', async () => {
  const { call, cite, ids } = await withBrands()
  const { item } = await call(
    createItem,
    { collectionId: 'articles' as never, title: 'Tides', slug: 'tides', status: 'published' },
    confirm,
  )
  await cite(ids[0] ?? '', 'https://www.acme.com/articles/tides')

  const effect = await call(getAsvItemEffect, { itemId: item.id })

  expect(effect).toMatchObject({ title: 'Tides', prompts: [ids[0]], verdict: 'too_few' })
  expect(effect.untrusted.prompts).toHaveLength(1)
})

test('every result with numbers says on what they rest', async () => {
  const { call, rows, ask, cite, ids } = await withBrands()
  const { runId } = await ask(1, 0)
  await ask(1, 0, { label: 'Searching' })
  await cite(ids[0] ?? '', 'https://review.example/best')
  await rows(({ db }) => db.updateTable('asv_answer').set({ mode: 'search' }).where('run_id', '<>', runId).execute())
  const basisOf: Record<string, string> = { manual: 'imported', search: 'api' }

  const report = JSON.parse((await call(getAsvReport, { format: 'json' })).content) as Record<string, object[]>
  const metrics = await call(getAsvMetrics, { compare: true, series: 'week' })
  const { byEngine = [] } = (await call(listAsvPrompts, { byEngine: true })).items[0] ?? {}
  const told = {
    sources: (await call(listAsvSources, {})).items,
    gaps: (await call(listAsvGaps, {})).items,
    changes: (await call(getAsvRun, { runId, compareTo: runId })).changes,
    changesOfMetrics: metrics.changes ?? [],
    series: metrics.series ?? [],
    engines: metrics.engines,
    byEngine,
    ...Object.fromEntries(
      ['figures', 'engines', 'sources', 'prompts', 'gaps'].map((name) => [`${name} of the report`, report[name] ?? []]),
    ),
  } as Record<string, { mode: string; basis?: string }[]>

  for (const [name, entries] of Object.entries(told)) {
    expect(entries.length, name).toBeGreaterThan(0)
    for (const { mode, basis } of entries) expect(basis, name).toBe(basisOf[mode])
  }
  const { content } = await call(getAsvReport, { format: 'csv' })
  expect(content).toMatch(/^source,review.example,search,api,usedRate,/m)
  expect(content).toMatch(/^prompt,[^,]*,manual,imported,visibility,/m)
  expect(content).toMatch(/^gap mention,[^,]*,manual,imported,ownRate,/m)
})
