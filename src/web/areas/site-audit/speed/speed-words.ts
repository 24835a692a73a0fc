import type { OutputOf } from '#web/operations.ts'
import type { Tone } from '#web/parts/status.tsx'

export type Sample = OutputOf<'getSitePerformance'>['samples'][number]
export type Device = Sample['device']
type Rating = NonNullable<Sample['lcp']>['rating']
export type Figure = 'score' | 'lcp' | 'cls' | 'tbt' | 'fcp' | 'si' | 'ttfb' | 'inp'

/** What is measured, as people say it, with its name in the trade. */
export const figureWords: Record<Figure, { title: string; term: string; hint: string }> = {
  score: { title: 'Score', term: 'of 100', hint: 'All of it in one figure' },
  lcp: { title: 'Main content shows', term: 'LCP', hint: 'When the largest picture or text is there' },
  cls: { title: 'Things move', term: 'CLS', hint: 'How much the page shifts while it loads' },
  tbt: { title: 'Does not react', term: 'TBT', hint: 'How long scripts keep it from reacting' },
  fcp: { title: 'First content shows', term: 'FCP', hint: 'When the first text or picture is there' },
  si: { title: 'Fills up', term: 'Speed Index', hint: 'How soon what one sees is complete' },
  ttfb: { title: 'Server answers', term: 'TTFB', hint: 'Until the first byte arrives' },
  inp: { title: 'Reacts to a press', term: 'INP', hint: 'Of nearly all presses and keys' },
}

export const ratingWords: Record<Rating, { word: string; tone: Tone }> = {
  good: { word: 'good', tone: 'ok' },
  needs_improvement: { word: 'could be better', tone: 'warn' },
  poor: { word: 'poor', tone: 'bad' },
}

/** A value with its unit; a dash where it was not measured. */
export function written(figure: Figure, value: number | null): string {
  if (value === null) return '—'
  if (figure === 'score') return String(Math.round(value))
  if (figure === 'cls') return value.toLocaleString('en', { maximumFractionDigits: 3 })
  return value < 1000
    ? `${Math.round(value)} ms`
    : `${(value / 1000).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`
}

export function valueOf(sample: Sample, figure: Figure): number | null {
  return figure === 'score' ? sample.score : (sample[figure]?.value ?? null)
}

/** How good a value is; null where there is none. A score is rated as Lighthouse does. */
export function ratingOf(sample: Sample, figure: Figure): Rating | null {
  if (figure !== 'score') return sample[figure]?.rating ?? null
  if (sample.score === null) return null
  if (sample.score >= 90) return 'good'
  return sample.score >= 50 ? 'needs_improvement' : 'poor'
}

/** The last sample of each page; pages by their addresses. */
export function latestOf(samples: readonly Sample[]): Sample[] {
  const byUrl = new Map(samples.map((sample) => [sample.url, sample]))
  return [...byUrl.values()].toSorted((a, b) => (a.url < b.url ? -1 : 1))
}
