import { type ReactNode, useState } from 'react'

import { AskGoogle } from '#web/areas/search-console/searches/ask-google.tsx'
import { BreakdownList } from '#web/areas/search-console/searches/breakdown-list.tsx'
import {
  changeOf,
  type Days,
  type Filters,
  type Measure,
  measures,
  measureWords,
  sentenceOf,
  sumOf,
  written,
} from '#web/areas/search-console/searches/search-words.ts'
import {
  type Breakdown,
  breakdowns,
  ranges,
  type SearchesSearch,
} from '#web/areas/search-console/searches/searches-search.ts'
import { useOrganization } from '#web/context.ts'
import type { InputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { LineChart } from '#web/parts/line-chart.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { ViewLinks } from '#web/parts/view-links.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = { asked: SearchesSearch; days: Days; onAsk(next: SearchesSearch): void; beside: ReactNode }

/** Figures, line and list of the days, narrowed by what the address says. */
export function Narrowed({ asked, days, onAsk, beside }: Props) {
  const [measure, setMeasure] = useState<Measure>('clicks')
  const filters = filtersOf(asked)
  const before = { from: earlier(days.from, days.count), to: earlier(days.from, 1) }
  const input: InputOf<'querySearchConsole'> = {
    dimensions: ['date'],
    filters,
    orderBy: 'date',
    pageSize: 100,
    from: days.from,
    to: days.to,
  }
  const now = useOperation('querySearchConsole', input)
  const then = useOperation('querySearchConsole', { ...input, ...before })
  const [rows, old] = [now.data?.items, then.data?.items]
  const failed = now.error ?? then.error
  if (rows === undefined || old === undefined)
    return (
      <Page title="Search" isWide>
        {failed === null ? (
          <Skeleton className="h-96" />
        ) : (
          <Problem error={failed} onRetry={() => void Promise.all([now.refetch(), then.refetch()])} />
        )}
      </Page>
    )
  const [sum, sumBefore] = [sumOf(rows), sumOf(old)]
  const narrowing = breakdowns.filter((one) => asked[one] !== undefined)
  return (
    <Page
      title={sentenceOf(sum, sumBefore)}
      isFinding
      isWide
      lead={`Google Search, ${dayWords(days.from)} to ${dayWords(days.to)}, against the ${days.count} days before. ${
        now.data?.aggregationNote === 'queries' ? 'Searches that are too rare to be named are missing here.' : ''
      }`}
      actions={<Ranges asked={asked} />}
    >
      {narrowing.length > 0 && <Narrowing by={narrowing} asked={asked} onAsk={onAsk} />}
      <Figures sum={sum} before={sumBefore} measure={measure} onMeasure={setMeasure} />
      <LineChart
        label={`${measureWords[measure].title} by day: ${written(measure, sum[measure])}, before ${written(measure, sumBefore[measure])}`}
        days={datesFrom(days.from, days.count)}
        isReversed={measure === 'position'}
        written={(value) => written(measure, measure === 'ctr' ? value : Math.round(value * 10) / 10)}
        series={[
          { label: 'before', values: valuesOf(old, datesFrom(before.from, days.count), measure), isBefore: true },
          { label: 'now', values: valuesOf(rows, datesFrom(days.from, days.count), measure) },
        ]}
      />
      <div className="mt-5 grid gap-x-9 gap-y-8 xl:grid-cols-[minmax(0,1fr)_372px]">
        <BreakdownList asked={asked} days={days} filters={filters} onAsk={onAsk} />
        {beside}
      </div>
    </Page>
  )
}

function Ranges({ asked }: { asked: SearchesSearch }) {
  const { slug } = useOrganization()
  return (
    <ViewLinks
      views={(['7d', '28d', '90d'] as const).map((range) => {
        const { range: _range, ...rest } = asked
        return {
          label: `${ranges[range]} days`,
          isCurrent: (asked.range ?? '28d') === range,
          link: {
            to: '/o/$orgSlug/search',
            params: { orgSlug: slug },
            search: { ...rest, ...(range === '28d' ? {} : { range }) },
          },
        }
      })}
    />
  )
}

type Sum = ReturnType<typeof sumOf>
type FiguresProps = { sum: Sum; before: Sum; measure: Measure; onMeasure(measure: Measure): void }

/** The figures and how they changed; the one that is pressed is drawn. */
function Figures({ sum, before, measure, onMeasure }: FiguresProps) {
  return (
    <div
      role="group"
      aria-label="Figures"
      className="mb-3 grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line lg:grid-cols-4"
    >
      {measures.map((one) => {
        const { words, isGood } = changeOf(one, sum, before)
        return (
          <button
            key={one}
            type="button"
            aria-pressed={measure === one}
            onClick={() => onMeasure(one)}
            className="border-b-3 border-surface bg-surface px-4 py-3 text-left hover:bg-raised focus-visible:-outline-offset-2 aria-pressed:border-ink"
          >
            <span className="t-label block">{measureWords[one].title}</span>
            <span className="t-fig">{written(one, sum[one])}</span>{' '}
            <span className={isGood === null ? 'text-muted' : isGood ? 'text-ok-ink' : 'text-press-ink'}>{words}</span>
          </button>
        )
      })}
    </div>
  )
}

type NarrowingProps = { by: readonly Breakdown[] } & Pick<Props, 'asked' | 'onAsk'>

/** What the figures are narrowed to; each part can be taken away. */
function Narrowing({ by, asked, onAsk }: NarrowingProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <span className="text-muted">Only</span>
      {by.map((one) => (
        <Button key={one} size="small" onClick={() => onAsk({ ...asked, [one]: undefined })}>
          <span className="max-w-80 truncate">{asked[one]}</span> ×<span className="sr-only"> Show all again</span>
        </Button>
      ))}
      {asked.page !== undefined && <AskGoogle url={asked.page} />}
    </div>
  )
}

const filtersOf = (asked: SearchesSearch): Filters =>
  breakdowns.flatMap((dimension) => {
    const expression = asked[dimension]
    return expression === undefined ? [] : [{ dimension, operator: 'equals' as const, expression }]
  })

type Row = Parameters<typeof sumOf>[0][number]

function valuesOf(rows: readonly Row[], dates: readonly string[], measure: Measure): (number | null)[] {
  const known = new Map(rows.map((row) => [row.date, row[measure]]))
  return dates.map((date) => known.get(date) ?? (measure === 'position' ? null : 0))
}

const day = 86_400_000
const earlier = (date: string, days: number) => new Date(Date.parse(date) - days * day).toISOString().slice(0, 10)
const datesFrom = (from: string, count: number) => Array.from({ length: count }, (_, at) => earlier(from, -at))
const words = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const dayWords = (date: string) => words.format(new Date(date))
