import type { Device } from '#kernel/browser.ts'

export const ratings = ['good', 'needs_improvement', 'poor'] as const
export type Rating = (typeof ratings)[number]

export const metrics = ['lcp', 'fcp', 'tbt', 'si', 'ttfb', 'cls', 'inp'] as const
export type Metric = (typeof metrics)[number]

type Limits = { good: number; poor: number }
const limits = (good: number, poor: number): Limits => ({ good, poor })

const ofEither = {
  lcp: limits(2500, 4000),
  inp: limits(200, 500),
  cls: limits(0.1, 0.25),
  ttfb: limits(800, 1800),
}

/** Up to where a value is good, and above which it is poor (site-audit.md#measured-with-the-usual-limits). */
const limitsOf: Record<Device, Record<Metric, Limits>> = {
  mobile: { ...ofEither, fcp: limits(1800, 3000), tbt: limits(200, 600), si: limits(3387, 5800) },
  desktop: { ...ofEither, fcp: limits(934, 1600), tbt: limits(150, 350), si: limits(1311, 2300) },
}

export function ratingOf(metric: Metric, value: number, device: Device): Rating {
  const { good, poor } = limitsOf[device][metric]
  if (value <= good) return 'good'
  return value <= poor ? 'needs_improvement' : 'poor'
}
