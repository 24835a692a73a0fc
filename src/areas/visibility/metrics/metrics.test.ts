import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'
import type { z } from 'zod'

import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { createAsvCompetitor } from '#areas/visibility/operations/create-asv-competitor.ts'
import { getAsvAnswer } from '#areas/visibility/operations/get-asv-answer.ts'
import { getAsvMetrics } from '#areas/visibility/operations/get-asv-metrics.ts'
import { importAsvAnswers } from '#areas/visibility/operations/import-asv-answers.ts'
import { listAsvAnswers } from '#areas/visibility/operations/list-asv-answers.ts'
import { newId } from '#kernel/ids.ts'
import { stage } from '#test/stage.ts'
import { minutesAgo, newPrompt } from '#test/visibility-records.ts'

import { metricsOf, noSums } from './figures.ts'
import { bootstrap, newcombe, percentile, wilson } from './intervals.ts'

type Answer = z.output<typeof getAsvAnswer.output>

/** Numbers that look drawn, of our own, so that the tested generator is not tested by itself. */
function lottery(seed: number): () => number {
  let drawn = 0
  return () => createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32BE() / 2 ** 32
}

test("Wilson's interval has the values of the literature", () => {
  expect(wilson(0, 10)?.map((one) => one.toFixed(4))).toEqual(['0.0000', '0.2775'])
  expect(wilson(81, 263)?.map((one) => one.toFixed(4))).toEqual(['0.2553', '0.3662'])
  expect([wilson(0, 7)?.[0], wilson(7, 7)?.[1]]).toEqual([0, 1])
  expect(wilson(0, 0)).toBeNull()
})

test("Newcombe's interval of a difference has the values of the literature", () => {
  const share = (numerator: number, n: number) => ({
    p: numerator / n,
    ci: wilson(numerator, n) ?? ([0, 1] as [number, number]),
  })

  expect(newcombe(share(56, 70), share(48, 80)).map((one) => one.toFixed(4))).toEqual(['0.0524', '0.3339'])
})

test('percentiles are interpolated, and the same input gives the same interval', () => {
  const values = [3, 5, 8, 13]
  const mean = (times: Uint16Array) => values.reduce((sum, value, at) => sum + value * (times[at] ?? 0), 0) / 4

  expect(percentile([1, 2, 3, 4], 0.5)).toBe(2.5)
  expect(bootstrap(4, mean)).toEqual(bootstrap(4, mean))
  expect(bootstrap(1, () => 1)).toBeNull()
  expect(bootstrap(5, () => null)).toBeNull()
})

/** How often an interval contains the truth, of so many samples. */
function coverage(rounds: number, interval: () => readonly [number, number], truth: number): number {
  const hits = Array.from({ length: rounds }, interval).filter(([low, high]) => low <= truth && truth <= high)
  return hits.length / rounds
}

test("Wilson's and Newcombe's intervals contain the truth about as often as they promise", () => {
  const next = lottery(11)
  const drawn = (n: number, p: number) => Array.from({ length: n }, () => next()).filter((one) => one < p).length
  const share = (n: number, p: number) => {
    const numerator = drawn(n, p)
    return { p: numerator / n, ci: wilson(numerator, n) ?? ([0, 1] as [number, number]) }
  }
  const shares = [
    [36, 0.05],
    [60, 0.3],
    [30, 0.5],
    [120, 0.9],
  ] as const
  const pairs = [
    [60, 0.3, 60, 0.5],
    [36, 0.1, 108, 0.1],
    [120, 0.9, 40, 0.6],
  ] as const

  for (const [n, p] of shares)
    expect(
      coverage(1000, () => share(n, p).ci, p),
      `${p} of ${n}`,
    ).toBeGreaterThan(0.92)
  for (const [n, p, m, q] of pairs)
    expect(
      coverage(1000, () => newcombe(share(n, p), share(m, q)), p - q),
      `${p} of ${n} against ${q} of ${m}`,
    ).toBeGreaterThan(0.92)
})

test('intervals by drawing prompts contain the truth about as often as they promise', () => {
  const next = lottery(7)
  const interval = (): [number, number] => {
    const prompts = Array.from({ length: 40 }, () => {
      const mentions = 1 + Math.floor(next() * 5)
      return {
        ...noSums,
        n: 3,
        mentionsOfAll: mentions,
        mentions: Array.from({ length: mentions }, next).filter((one) => one < 0.4).length,
      }
    })
    const { ci95 } = metricsOf(prompts, { mode: 'search', isTooFew: false, only: ['mentionShare'] }).mentionShare
    return [ci95?.[0] ?? 0, ci95?.[1] ?? 0]
  }

  expect(coverage(400, interval, 40)).toBeGreaterThan(0.9)
})

test('every metric equals what is counted by hand from the stored answers', async () => {
  const on = await stage()
  await on.call(updateOrganizationSettings, { brand: { name: 'Acme', domains: ['acme.com'] } })
  for (const name of ['Globex', 'Initech'])
    await on.call(createAsvCompetitor, { name, domains: [`${name.toLowerCase()}.com`] })
  const next = lottery(42)
  const names = ['Acme', 'Globex', 'Initech']
  const promptIds = await Promise.all(Array.from({ length: 11 }, () => newPrompt(on)))
  const answers = promptIds.flatMap((promptId) =>
    Array.from({ length: 4 }, (_, at) => {
      const said = names.filter(() => next() < 0.55)
      const tone = ['is good.', 'is slow.', 'exists.']
      const text = said
        .flatMap((name) =>
          Array.from({ length: 1 + Math.floor(next() * 3) }, () => `${name} ${tone[Math.floor(next() * 3)]}`),
        )
        .join(' ')
      const citations = ['acme.com/a', 'globex.com/b', 'shop.initech.com/c', 'other.org/d']
        .filter(() => next() < 0.5)
        .map((url) => ({ url: `https://${url}`, kind: next() < 0.6 ? ('cited' as const) : ('retrieved' as const) }))
      return {
        promptId: promptId as never,
        text: text === '' ? 'Nobody.' : text,
        citations: [...citations, ...citations.slice(0, 1)],
        observedAt: minutesAgo(at + 1),
        model: `m-${at % 2}`,
      }
    }),
  )
  await on.call(importAsvAnswers, { engineLabel: 'App', answers })

  const { items } = await on.call(getAsvMetrics, { range: '7d' })

  const stored: Answer[] = []
  for (const { id } of (await on.call(listAsvAnswers, { pageSize: 100 })).items)
    stored.push(await on.call(getAsvAnswer, { answerId: id }))
  expect(stored).toHaveLength(44)
  expect(items.map(({ brandName }) => brandName)).toEqual(names)
  for (const { brandId, metrics, n, prompts, models } of items) {
    const mention = (answer: (typeof stored)[number]) => answer.mentions.find((one) => one.brandId === brandId)
    const named = stored.filter((answer) => mention(answer) !== undefined)
    const ours = (answer: (typeof stored)[number]) => answer.citations.filter((one) => one.brandId === brandId)
    const cited = stored.flatMap(({ citations }) => citations.filter(({ kind }) => kind === 'cited'))
    const total = (list: readonly { count: number }[]) => list.reduce((sum, { count }) => sum + count, 0)
    const tones = named.flatMap((answer) => mention(answer)?.sentiment ?? [])
    const using = stored.filter((answer) => ours(answer).length > 0)
    const ownCited = total(cited.filter((one) => one.brandId === brandId))
    const expected: Record<keyof typeof metrics, [number, number, number]> = {
      visibility: [100, named.length, 44],
      mentionShare: [
        100,
        total(named.flatMap((answer) => mention(answer) ?? [])),
        total(stored.flatMap(({ mentions }) => mentions)),
      ],
      mentionSharePerAnswer: [100, named.length, stored.flatMap(({ mentions }) => mentions).length],
      avgPosition: [1, named.reduce((sum, answer) => sum + (mention(answer)?.rank ?? 0), 0), named.length],
      sentiment: [1, tones.reduce((sum, tone) => sum + tone, 0), tones.length],
      sentimentCoverage: [1, tones.length, named.length],
      citationRate: [100, stored.filter((answer) => ours(answer).some(({ kind }) => kind === 'cited')).length, 44],
      usedRate: [100, using.length, 44],
      citationShare: [100, ownCited, total(cited)],
      avgCitations: [1, ownCited, using.length],
      coverage: [100, new Set(named.map(({ promptId }) => promptId)).size, 11],
    }
    expect([n, prompts, models]).toEqual([44, 11, ['m-0', 'm-1']])
    for (const [name, [scale, numerator, denominator]] of Object.entries(expected)) {
      const metric = metrics[name as keyof typeof metrics]
      expect(metric.numerator, name).toBeCloseTo(numerator, 9)
      expect([metric.denominator, metric.n, metric.tooFewSamples], name).toEqual([denominator, 44, false])
      expect(metric.value, name).toBeCloseTo((scale * numerator) / denominator, 9)
      if (metric.ci95 !== null) {
        expect(metric.ci95[0], name).toBeLessThanOrEqual((metric.value ?? 0) + 1e-9)
        expect(metric.ci95[1], name).toBeGreaterThanOrEqual((metric.value ?? 0) - 1e-9)
      }
    }
    expect(metrics.avgCitations.ci95).toBeNull()
    const z2 = 1.96 ** 2
    const p = named.length / 44
    const centre = (p + z2 / 88) / (1 + z2 / 44)
    const half = (1.96 * Math.sqrt((p * (1 - p)) / 44 + z2 / (4 * 44 ** 2))) / (1 + z2 / 44)
    expect(metrics.visibility.ci95?.[0]).toBeCloseTo(100 * (centre - half), 9)
    expect(metrics.visibility.ci95?.[1]).toBeCloseTo(100 * (centre + half), 9)
  }
})

test.each([{ engineIds: [newId('engine')] }, { brandIds: [newId('brand')] }])(
  'figures of what does not exist are refused: %o',
  async (unknown) => {
    const { call } = await stage()

    await expect(call(getAsvMetrics, { range: '28d', ...unknown })).rejects.toMatchObject({ code: 'not_found' })
  },
)

test('figures are grouped, too small samples say so, and prompts that name the brand are left out', async () => {
  const on = await stage()
  await on.call(updateOrganizationSettings, { brand: { name: 'Acme' } })
  const plain = (await newPrompt(on, { tag: 'crm' })) as never
  const branded = (await newPrompt(on, { text: 'Is Acme any good?' })) as never
  const give = (promptId: never, text: string, days: number) => ({
    promptId,
    text,
    observedAt: minutesAgo(days * 24 * 60 + 1),
  })
  await on.call(importAsvAnswers, {
    engineLabel: 'A',
    answers: [give(plain, 'Acme', 0), give(plain, 'Nobody', 3), give(branded, 'Acme', 0)],
  })
  await on.call(importAsvAnswers, { engineLabel: 'B', answers: [give(plain, 'Nobody at all', 0)] })
  const groups = async (groupBy: 'day' | 'engine' | 'prompt' | 'tag') =>
    (await on.call(getAsvMetrics, { groupBy })).items

  expect((await on.call(getAsvMetrics, {})).items).toMatchObject([
    {
      n: 3,
      prompts: 1,
      metrics: {
        visibility: { numerator: 1, tooFewSamples: true },
        sentiment: { value: null, ci95: null },
        mentionShare: { value: 100, ci95: null },
      },
    },
  ])
  expect((await on.call(getAsvMetrics, { includeBranded: true })).items).toMatchObject([{ n: 4, prompts: 2 }])
  expect((await on.call(getAsvMetrics, { range: '7d', promptTags: ['other'] })).items).toEqual([])
  expect((await groups('day')).map(({ n }) => n)).toEqual([1, 2])
  expect((await groups('engine')).map(({ n }) => n).toSorted()).toEqual([1, 2])
  expect(await groups('tag')).toMatchObject([{ tag: 'crm', n: 3 }])
  expect(await groups('prompt')).toMatchObject([{ promptId: plain, promptVersion: 1 }])
})

test('answers from memory say nothing about sources, and nothing is divided by zero', () => {
  const sums = { ...noSums, n: 3, mentioning: 1, mentions: 1, mentionsOfAll: 2, mentioningOfAll: 2, rankSum: 2 }
  const metrics = metricsOf([sums], { mode: 'memory', isTooFew: true })

  for (const name of ['citationRate', 'usedRate', 'citationShare', 'avgCitations', 'sentiment'] as const)
    expect(metrics[name]).toMatchObject({ value: null, denominator: 0, ci95: null })
  expect(metrics.visibility.value).toBeCloseTo(100 / 3, 9)
})
