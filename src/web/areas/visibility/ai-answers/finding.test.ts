import { expect, test } from 'vitest'

import type { BrandFigures } from './answer-types.ts'
import { basis, headline, shareWords } from './finding.ts'

const metric = { value: 42.3, numerator: 30, denominator: 71, n: 71, ci95: [31.4, 53.9], tooFewSamples: false }
const figures = (visibility: object) =>
  ({
    brandName: 'Acme',
    mode: 'search',
    n: 71,
    prompts: 12,
    models: ['m-1'],
    metrics: { visibility },
  }) as unknown as BrandFigures

test('a finding is a sentence with what it rests on', () => {
  expect(headline(figures(metric))).toBe('Acme is named in 42 % of the answers')
  expect(basis(figures(metric))).toBe(
    '71 answers to 12 prompts by engines that search (m-1), 95 % interval 31 to 54 %.',
  )
  expect(shareWords(metric)).toBe('42 % (31 to 54)')
})

test('too small a sample is counted, never a percentage', () => {
  const few = { ...metric, tooFewSamples: true }

  expect(headline(figures(few))).toBe('Acme is named in 30 of 71 answers, too few to say more')
  expect(basis(figures(few))).not.toContain('%')
  expect(shareWords(few)).toBe('30 of 71')
  expect(shareWords({ ...few, value: null })).toBe('–')
})
