import type { BrandFigures, Metric } from './answer-types.ts'

const modes = { search: 'engines that search', memory: 'models from memory', manual: 'imported answers' } as const

/** What the answers say of a brand, as a sentence; too small a sample is counted, never a percentage. */
export function headline({ brandName, metrics }: BrandFigures): string {
  const { value, numerator, n, tooFewSamples } = metrics.visibility
  if (value === null) return `Nothing is known about ${brandName} yet`
  if (tooFewSamples) return `${brandName} is named in ${numerator} of ${n} answers, too few to say more`
  return `${brandName} is named in ${Math.round(value)} % of the answers`
}

/** What a headline rests on. */
export function basis({ mode, n, prompts, models, metrics }: BrandFigures): string {
  const { ci95, tooFewSamples } = metrics.visibility
  const interval = ci95 === null || tooFewSamples ? '' : `, 95 % interval ${range(ci95)} %`
  const asked = models.length === 0 ? '' : ` (${models.join(', ')})`
  return `${n} answers to ${prompts} ${prompts === 1 ? 'prompt' : 'prompts'} by ${modes[mode]}${asked}${interval}.`
}

export const modeWords = (mode: BrandFigures['mode']) => modes[mode]

/** A share as people read it: counts where the sample is too small, and the interval beside the value. */
export function shareWords({ value, numerator, denominator, tooFewSamples, ci95 }: Metric): string {
  if (value === null) return '–'
  if (tooFewSamples) return `${numerator} of ${denominator}`
  return ci95 === null ? `${value.toFixed(0)} %` : `${value.toFixed(0)} % (${range(ci95)})`
}

/** A figure that is no share. */
export function valueWords({ value, tooFewSamples }: Metric): string {
  if (value === null) return '–'
  return tooFewSamples ? 'too few' : value.toFixed(1)
}

const range = ([low = 0, high = 0]: readonly number[]) => `${low.toFixed(0)} to ${high.toFixed(0)}`
