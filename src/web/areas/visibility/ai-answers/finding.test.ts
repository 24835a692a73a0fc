import { expect, test } from 'vitest'

import type { BrandFigures, Change } from './answer-types.ts'
import { basis, changeWords, headline, intervalWords, listed, shareWords } from './finding.ts'

const metric = { value: 42.3, numerator: 30, denominator: 71, n: 71, ci95: [31.4, 53.9], tooFewSamples: false }
const figures = (visibility: object, mode = 'search') =>
  ({
    brandName: 'Acme',
    mode,
    n: 71,
    prompts: 12,
    models: ['m-1'],
    metrics: { visibility },
  }) as unknown as BrandFigures
const engine = (label: string, mode: 'search' | 'manual' = 'search') => ({
  engineId: 'eng_1' as const,
  label,
  mode,
  basis: mode === 'manual' ? ('imported' as const) : ('api' as const),
  n: 9,
})

test('a finding is a sentence with what it rests on', () => {
  expect(headline(figures(metric))).toBe('Acme is named in 42 % of the answers.')
  expect(basis(figures(metric), [engine('OpenAI'), engine('Google'), engine('By hand', 'manual')])).toBe(
    'Between 31 and 54 %: 71 answers to 12 questions, asked of OpenAI and Google with web search through their APIs, which are not the apps.',
  )
  expect(shareWords(metric)).toBe('42 %')
  expect(intervalWords(metric)).toBe('31 to 54 %')
})

test('too small a sample is counted, never a percentage', () => {
  const few = { ...metric, tooFewSamples: true }

  expect(headline(figures(few))).toBe('Acme is named in 30 of 71 answers, too few to say more.')
  expect(basis(figures(few, 'manual'), [engine('By hand', 'manual')])).toBe(
    '71 answers to 12 questions, collected by hand from By hand.',
  )
  expect(shareWords(few)).toBe('30 of 71')
  expect(intervalWords(few)).toBe('')
  expect(shareWords({ ...few, value: null })).toBe('–')
})

test('a change says whether it is more than chance, or why nothing can be said', () => {
  const change = { delta: 6.2, ci95: [2.1, 10.4], comparable: true, significant: true } as unknown as Change

  expect(changeWords(change, 'points')).toEqual({
    words: '+6 points (+2 to +10): more than chance',
    isMore: true,
    isLess: false,
  })
  const chance = { ...change, delta: -0.2, ci95: [-3.2, 2.9], significant: false }
  expect(changeWords(chance, 'points').words).toBe('0 points (−3 to +3): could be chance')
  expect(changeWords({ ...change, comparable: false, reason: 'model_changed' }, 'points').words).toBe(
    'other models answer since',
  )
  expect(changeWords(undefined, 'points').words).toBe('nothing before to compare with')
})

test('many names are counted', () => {
  expect(listed(['A', 'B', 'C', 'D', 'E'])).toBe('A, B, C and 2 more')
})
