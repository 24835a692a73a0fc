import { z } from 'zod'

import { mapNames, namesOf, recordOf } from '#std/pluck.ts'

import { bootstrap, type Interval, wilson } from './intervals.ts'

/** What the answers to one prompt say, added up. */
export type Sums = {
  /** Answers. */
  n: number
  /** Mentions of all brands, and answers per brand that mention it. */
  mentionsOfAll: number
  mentioningOfAll: number
  /** Citations of any source. */
  citationsOfAll: number
  mentioning: number
  mentions: number
  rankSum: number
  sentimentSum: number
  sentimentN: number
  citing: number
  using: number
  citations: number
}

export const noSums: Sums = {
  n: 0,
  mentionsOfAll: 0,
  mentioningOfAll: 0,
  citationsOfAll: 0,
  mentioning: 0,
  mentions: 0,
  rankSum: 0,
  sentimentSum: 0,
  sentimentN: 0,
  citing: 0,
  using: 0,
  citations: 0,
}

export const metric = z.object({
  value: z.number().nullable(),
  numerator: z.number(),
  denominator: z.number(),
  n: z.int(),
  ci95: z.array(z.number()).nullable().describe('[low, high]'),
  tooFewSamples: z.boolean(),
})
export type Metric = z.output<typeof metric>

type Rule = {
  scale: 100 | 1
  numerator(sums: Sums): number
  denominator(sums: Sums): number
  interval: 'wilson' | 'bootstrap' | 'none'
  /** Says nothing about answers from memory, which have no sources. */
  ofSources?: true
}

/** What each metric is (visibility.md#metrics). `coverage` counts prompts, all others what is in the answers to them. */
export const rules = {
  visibility: { scale: 100, numerator: (s) => s.mentioning, denominator: (s) => s.n, interval: 'wilson' },
  mentionShare: {
    scale: 100,
    numerator: (s) => s.mentions,
    denominator: (s) => s.mentionsOfAll,
    interval: 'bootstrap',
  },
  mentionSharePerAnswer: {
    scale: 100,
    numerator: (s) => s.mentioning,
    denominator: (s) => s.mentioningOfAll,
    interval: 'bootstrap',
  },
  avgPosition: { scale: 1, numerator: (s) => s.rankSum, denominator: (s) => s.mentioning, interval: 'bootstrap' },
  sentiment: { scale: 1, numerator: (s) => s.sentimentSum, denominator: (s) => s.sentimentN, interval: 'bootstrap' },
  sentimentCoverage: { scale: 1, numerator: (s) => s.sentimentN, denominator: (s) => s.mentioning, interval: 'wilson' },
  citationRate: {
    scale: 100,
    numerator: (s) => s.citing,
    denominator: (s) => s.n,
    interval: 'wilson',
    ofSources: true,
  },
  usedRate: { scale: 100, numerator: (s) => s.using, denominator: (s) => s.n, interval: 'wilson', ofSources: true },
  citationShare: {
    scale: 100,
    numerator: (s) => s.citations,
    denominator: (s) => s.citationsOfAll,
    interval: 'bootstrap',
    ofSources: true,
  },
  avgCitations: {
    scale: 1,
    numerator: (s) => s.citations,
    denominator: (s) => s.using,
    interval: 'none',
    ofSources: true,
  },
  coverage: {
    scale: 100,
    numerator: (s) => (s.mentioning > 0 ? 1 : 0),
    denominator: (s) => (s.n > 0 ? 1 : 0),
    interval: 'wilson',
  },
} as const satisfies Record<string, Rule>

export type MetricName = keyof typeof rules
const names = namesOf(rules)
export const metricsOutput = z.object(mapNames(rules, () => metric))
export type Metrics = Record<MetricName, Metric>

type About = { mode: string; isTooFew: boolean; only?: readonly MetricName[] }

/** Every metric of a brand, from its sums by prompt. */
export function metricsOf(byPrompt: readonly Sums[], { mode, isTooFew, only = names }: About): Metrics {
  return recordOf(only, (name) => metricOf(name, byPrompt, { mode, isTooFew }))
}

export function metricOf(name: MetricName, byPrompt: readonly Sums[], { mode, isTooFew }: Omit<About, 'only'>): Metric {
  const rule: Rule = rules[name]
  const isLeftOut = rule.ofSources === true && mode === 'memory'
  const [tops, bottoms] = [byPrompt.map(rule.numerator), byPrompt.map(isLeftOut ? () => 0 : rule.denominator)]
  const [numerator, denominator] = [isLeftOut ? 0 : sum(tops), sum(bottoms)]
  const n = sum(byPrompt.map((one) => one.n))
  if (denominator === 0) return { value: null, numerator, denominator, n, ci95: null, tooFewSamples: isTooFew }
  const ci95 = intervalOf(rule, { tops, bottoms, numerator, denominator })
  return { value: (rule.scale * numerator) / denominator, numerator, denominator, n, ci95, tooFewSamples: isTooFew }
}

/** A share of counts that are drawn: null where nothing is below the line. */
export function shareDrawn(tops: readonly number[], bottoms: readonly number[], times: Uint16Array): number | null {
  let [top, bottom] = [0, 0]
  for (const [at, count] of times.entries()) {
    if (count === 0) continue
    top += count * (tops[at] ?? 0)
    bottom += count * (bottoms[at] ?? 0)
  }
  return bottom === 0 ? null : top / bottom
}

type Counted = { tops: readonly number[]; bottoms: readonly number[]; numerator: number; denominator: number }

function intervalOf({ scale, interval }: Rule, { tops, bottoms, numerator, denominator }: Counted): Interval | null {
  if (interval === 'none') return null
  const found =
    interval === 'wilson'
      ? wilson(numerator, denominator)
      : bootstrap(tops.length, (times) => shareDrawn(tops, bottoms, times))
  return found === null ? null : [found[0] * scale, found[1] * scale]
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
