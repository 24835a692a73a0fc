import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'

import type { BrandFigures, Change, Metric } from '#web/areas/visibility/ai-answers/answer-types.ts'
import { type AnswersSearch, answersSearch } from '#web/areas/visibility/ai-answers/answers-search.ts'
import { changeWords, intervalWords, shareWords, signed, valueWords } from '#web/areas/visibility/ai-answers/finding.ts'
import { useOrganization } from '#web/context.ts'

type Props = { own: BrandFigures; others: readonly BrandFigures[]; changes: readonly Change[]; asked: AnswersSearch }

/** How often one is named and cited, where, and in which tone; each with its change, and each a link to its evidence. */
export function Figures({ own, others, changes, asked }: Props) {
  const { visibility, citationRate, avgPosition, sentiment } = own.metrics
  const of = (metric: string) => changes.find((one) => one.metric === metric && one.mode === own.mode)
  const { range, mode } = asked
  const named = answersSearch({ range, mode, named: 'yes' })
  const best = others
    .flatMap(({ brandName, metrics }) =>
      metrics.avgPosition.value === null || metrics.avgPosition.tooFewSamples
        ? []
        : [{ brandName, value: metrics.avgPosition.value }],
    )
    .toSorted((a, b) => a.value - b.value)[0]
  return (
    <section aria-label="Figures" className="mb-4 grid grid-cols-2 gap-x-6 gap-y-5 xl:grid-cols-4">
      <Figure
        value={shareWords(visibility)}
        label="of answers name you"
        interval={intervalWords(visibility)}
        change={changeWords(of('visibility'), 'points')}
        search={named}
      />
      <Figure
        value={shareWords(citationRate)}
        label={own.mode === 'memory' ? 'answers from memory cite nothing' : 'of answers cite a page of yours'}
        interval={intervalWords(citationRate)}
        change={changeWords(of('citationRate'), 'points')}
        search={answersSearch({ range, mode, tab: 'sources' })}
      />
      <Figure
        value={valueWords(avgPosition)}
        label="your place, where you are named"
        interval={best === undefined ? '' : `best of the others: ${best.brandName}, ${best.value.toFixed(1)}`}
        isPlain
        change={changeWords(of('avgPosition'), 'places')}
        isLessBetter
        search={named}
      />
      <Figure
        value={valueWords(sentiment, true)}
        label="tone, from −1 to 1"
        interval={toneInterval(sentiment)}
        change={changeWords(of('sentiment'), '')}
        search={named}
      />
    </section>
  )
}

type FigureProps = {
  value: string
  label: string
  /** The interval, or who does best besides. */
  interval: string
  isPlain?: boolean
  change: ReturnType<typeof changeWords>
  isLessBetter?: boolean
  search: AnswersSearch
}

function Figure({ value, label, interval, isPlain = false, change, isLessBetter = false, search }: FigureProps) {
  const { slug } = useOrganization()
  const isGood = isLessBetter ? change.isLess : change.isMore
  const isBad = isLessBetter ? change.isMore : change.isLess
  return (
    <div className="min-w-0 border-line pr-4 xl:border-r xl:last:border-r-0">
      <Link
        to="/o/$orgSlug/ai-answers"
        params={{ orgSlug: slug }}
        search={search}
        {...(search.tab === undefined && { hash: 'one-answer' })}
        className="group block"
      >
        <span className="t-fig block group-hover:underline">{value}</span>
        <span className="block">{label}</span>
      </Link>
      <p className={clsx(isGood ? 'text-ok-ink' : isBad ? 'text-press-ink' : 'text-muted')}>{change.words}</p>
      {interval !== '' && <p className="text-sm text-muted">{isPlain ? interval : `95 %: ${interval}`}</p>}
    </div>
  )
}

/** The interval of a tone; empty where there are too few to have one. */
function toneInterval({ ci95, tooFewSamples }: Metric): string {
  const [low, high] = ci95 ?? []
  if (low === undefined || high === undefined || tooFewSamples) return ''
  return `${signed(low, 1)} to ${signed(high, 1)}`
}
