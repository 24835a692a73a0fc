import type { Report } from '#areas/visibility/index.ts'

type Mode = Report['figures'][number]['mode']

export type Measured = Report['sources'][number]['usedRate']

/** How the answers of a mode came about. */
export const modeWords: Readonly<Record<Mode, string>> = {
  search: 'With web search',
  memory: 'From memory',
  manual: 'Collected by hand',
}

/** "1 answer", "2,016 answers". */
export const counted = (n: number, noun: string): string => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`

/** A share as people read it: as exact as its sample, not as its digits. */
export const shareWords = (value: number): string => `${value > 0 && value < 1 ? '< 1' : Math.round(value)} %`

/** A figure; counts where the sample is too small for one. */
export function figureWords({ value, numerator, denominator, tooFewSamples }: Measured, unit: '%' | ''): string {
  if (value === null) return '–'
  if (tooFewSamples) return unit === '%' ? `${numerator} of ${denominator}` : `n = ${denominator}`
  return unit === '%' ? shareWords(value) : value.toFixed(1)
}

/** The interval of a figure; '' where there is none to speak of. */
export function intervalWords({ value, ci95, tooFewSamples }: Measured, unit: '%' | ''): string {
  if (value === null || ci95 === null || tooFewSamples) return ''
  const [low, high] = ci95.map((end) => (unit === '%' ? String(Math.round(end)) : end.toFixed(1)))
  return `${low} to ${high}${unit === '%' ? ' %' : ''}`
}

/** "a, b and c". */
export function listed(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(words)
}
