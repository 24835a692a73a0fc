import { readableAddress } from '#std/readable-address.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'

export type Row = OutputOf<'querySearchConsole'>['items'][number]
/** So many days, both included. */
export type Days = { from: string; to: string; count: number }
export type Filters = NonNullable<InputOf<'querySearchConsole'>['filters']>
export const measures = ['clicks', 'impressions', 'ctr', 'position'] as const
export type Measure = (typeof measures)[number]

/** What people read for each figure. */
export const measureWords: Record<Measure, { title: string; column: string }> = {
  clicks: { title: 'Clicks', column: 'Clicks' },
  impressions: { title: 'Shown in results', column: 'Shown' },
  ctr: { title: 'Clicked when shown', column: 'Clicked' },
  position: { title: 'Average place', column: 'Place' },
}

const whole = new Intl.NumberFormat('en')
const percent = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const place = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** A figure in words; a place that nobody was shown at is none. */
export function written(measure: Measure, value: number | null): string {
  if (value === null) return '—'
  if (measure === 'ctr') return `${percent.format(100 * value)} %`
  return measure === 'position' ? place.format(value) : whole.format(value)
}

type Figures = Record<Measure, number | null>

/** The figures of several days together: places weighted by how often something was shown. */
export function sumOf(rows: readonly Row[]): Figures & { clicks: number; impressions: number } {
  const clicks = rows.reduce((sum, row) => sum + row.clicks, 0)
  const impressions = rows.reduce((sum, row) => sum + row.impressions, 0)
  const weighted = rows.reduce((sum, row) => sum + (row.position ?? 0) * row.impressions, 0)
  const isShown = impressions > 0
  return {
    clicks,
    impressions,
    ctr: isShown ? clicks / impressions : 0,
    position: isShown ? weighted / impressions : null,
  }
}

/** How a figure changed against the days before: in words, and whether that is good. */
export function changeOf(measure: Measure, now: Figures, before: Figures): { words: string; isGood: boolean | null } {
  const [a, b] = [now[measure], before[measure]]
  if (a === null || b === null) return { words: '', isGood: null }
  if (measure === 'position' || measure === 'ctr') {
    const difference = measure === 'ctr' ? (a - b) * 100 : a - b
    if (Math.abs(difference) < 0.05) return { words: 'same', isGood: null }
    const words = `${difference > 0 ? '+' : '−'}${place.format(Math.abs(difference))}`
    return { words, isGood: measure === 'ctr' ? difference > 0 : difference < 0 }
  }
  if (b === 0) return { words: a === 0 ? 'same' : 'new', isGood: a === 0 ? null : true }
  const share = Math.round(((a - b) / b) * 100)
  if (share === 0) return { words: 'same', isGood: null }
  return { words: `${share > 0 ? '+' : '−'}${whole.format(Math.abs(share))} %`, isGood: share > 0 }
}

/** The finding of the screen in a sentence. */
export function sentenceOf(now: Figures, before: Figures): string {
  const clicks = now.clicks ?? 0
  const words = `${new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(clicks)} ${clicks === 1 ? 'click' : 'clicks'}`
  const earlier = before.clicks ?? 0
  if (earlier === 0) return `${words}.`
  const share = (clicks - earlier) / earlier
  if (Math.abs(share) < 0.02) return `${words}, as many as before.`
  const much = Math.abs(share) < 0.1 ? 'a little ' : Math.abs(share) >= 0.5 ? 'far ' : ''
  return `${words}, ${much}${share > 0 ? 'more' : 'fewer'} than before.`
}

/** The path of an address, as a page is called in lists. */
export const pathOf = (address: string): string => readableAddress(URL.parse(address)?.pathname ?? address)
