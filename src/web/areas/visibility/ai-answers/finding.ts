import type { BrandFigures, Change, Metric, Metrics, Mode } from './answer-types.ts'

/** How the answers of a mode came about. */
export const modeWords: Record<Mode, string> = {
  search: 'With web search',
  memory: 'From memory',
  manual: 'Collected by hand',
}

/** What the answers say of a brand, as a sentence; too small a sample is counted, never a percentage. */
export function headline({ brandName, metrics }: BrandFigures): string {
  const { value, numerator, n, tooFewSamples } = metrics.visibility
  if (value === null) return `Nothing is known about ${brandName} yet.`
  if (tooFewSamples) return `${brandName} is named in ${numerator} of ${answersWords(n)}, too few to say more.`
  return `${brandName} is named in ${percent(value)} of the answers.`
}

/** What a headline rests on: interval, answers, questions, engines, and how they were asked. */
export function basis({ mode, n, prompts, metrics }: BrandFigures, engines: Metrics['engines']): string {
  const { ci95, tooFewSamples } = metrics.visibility
  const interval = ci95 === null || tooFewSamples ? '' : `Between ${rangeWords(ci95)} %: `
  const labels = engines.filter((engine) => engine.mode === mode).map(({ label }) => label)
  const about = `${answersWords(n)} to ${counted(prompts, 'question')}`
  if (mode === 'manual') return `${interval}${about}, collected by hand from ${listed(labels)}.`
  const how = mode === 'search' ? 'with web search' : 'from memory'
  return `${interval}${about}, asked of ${listed(labels)} ${how} through ${labels.length === 1 ? 'its API, which is not the app' : 'their APIs, which are not the apps'}.`
}

const answersWords = (n: number) => counted(n, 'answer')

/** "1 answer", "2,016 answers". */
export const counted = (n: number, noun: string) => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`

/** A share as people read it: counts where the sample is too small. */
export function shareWords({ value, numerator, denominator, tooFewSamples }: Metric): string {
  if (value === null) return '–'
  return tooFewSamples ? `${numerator} of ${denominator}` : percent(value)
}

/** The interval of a share beside it; empty where the sample is too small for one. */
export function intervalWords({ value, ci95, tooFewSamples }: Metric): string {
  return value === null || ci95 === null || tooFewSamples ? '' : `${rangeWords(ci95, 'to')} %`
}

/** A figure that is no share, with the sign of a tone. */
export function valueWords({ value, tooFewSamples }: Metric, isSigned = false): string {
  if (value === null) return '–'
  if (tooFewSamples) return 'too few'
  return isSigned ? signed(value, 1) : value.toFixed(1)
}

type Told = { words: string; isMore: boolean; isLess: boolean }

/** How a figure changed since the time before, and whether that is more than chance. */
export function changeWords(change: Change | undefined, unit: 'points' | 'places' | ''): Told {
  const untold = (words: string) => ({ words, isMore: false, isLess: false })
  if (change === undefined || change.delta === null) return untold('nothing before to compare with')
  if (!change.comparable) return untold(change.reason === undefined ? '' : reasons[change.reason])
  const digits = unit === 'points' ? 0 : 1
  const [low = 0, high = 0] = change.ci95 ?? []
  if (change.delta === 0 && low === 0 && high === 0) return untold('as before')
  const interval = change.ci95 === null ? '' : ` (${signed(low, digits)} to ${signed(high, digits)})`
  const size = `${signed(change.delta, digits)}${unit === '' ? '' : ` ${unit}`}${interval}`
  if (!change.significant) return untold(`${size}: could be chance`)
  return { words: `${size}: more than chance`, isMore: change.delta > 0, isLess: change.delta < 0 }
}

const reasons: Record<NonNullable<Change['reason']>, string> = {
  prompt_changed: 'the questions changed since',
  model_changed: 'other models answer since',
  no_common_cells: 'nothing before to compare with',
  too_few: 'too few answers to compare',
}

export const percent = (value: number) => `${Math.round(value)} %`

/** With a true minus, and no sign for nothing. */
export function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits)
  if (Number(text) === 0) return text
  return `${value > 0 ? '+' : '−'}${text}`
}

/** "OpenAI and Google", "OpenAI, Google and 2 more". */
export function listed(names: readonly string[]): string {
  const known = [...new Set(names)]
  const shown = known.length > 4 ? [...known.slice(0, 3), `${known.length - 3} more`] : known
  return shown.length < 2 ? (shown[0] ?? 'nobody') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

const rangeWords = ([low = 0, high = 0]: readonly number[], between = 'and') =>
  `${low.toFixed(0)} ${between} ${high.toFixed(0)}`
