import type { BrandFigures, Metric, Metrics } from '#web/areas/visibility/ai-answers/answer-types.ts'
import { counted, intervalWords, percent, shareWords } from '#web/areas/visibility/ai-answers/finding.ts'
import { useOrganization } from '#web/context.ts'
import { BandChart } from '#web/parts/band-chart.tsx'
import { ChartFrame } from '#web/parts/chart-frame.tsx'

type Props = { metrics: Metrics; brands: readonly BrandFigures[]; step: 'day' | 'week' }

const mostOthers = 4

/** The own share over time with its interval, competitors thin, publications marked. */
export function ShareLine({ metrics, brands, step }: Props) {
  const { slug } = useOrganization()
  const [own, ...competitors] = brands
  if (own === undefined) return null
  const ofMode = (metrics.series ?? []).filter(({ mode }) => mode === own.mode)
  const days = daysOf(ofMode.map(({ day }) => day).toSorted(), step)
  const of = (brandId: string): (Metric | undefined)[] => {
    const known = new Map(ofMode.filter((one) => one.brandId === brandId).map((one) => [one.day, one.visibility]))
    return days.map((day) => known.get(day))
  }
  const others = competitors
    .toSorted((a, b) => (b.metrics.visibility.value ?? 0) - (a.metrics.visibility.value ?? 0))
    .slice(0, mostOthers)
  const points = of(own.brandId)
  const when = (at: number) =>
    `${step === 'week' ? 'Week of ' : ''}${dayWords.format(new Date(`${days[at]}T00:00:00Z`))}`
  const told = (at: number) => {
    const point = points[at]
    if (point === undefined) return `${when(at)}: no answers`
    if (point.tooFewSamples) return `${when(at)}: named in ${shareWords(point)} answers, too few for a share`
    return `${when(at)}: ${shareWords(point)}, between ${intervalWords(point)}, of ${counted(point.n, 'answer')}`
  }
  const known = points.flatMap((point) => (point && point.value !== null && !point.tooFewSamples ? point.value : []))
  const summary =
    known.length < 2
      ? `Share of answers that name ${own.brandName} by ${step}`
      : `Share of answers that name ${own.brandName} by ${step}: from ${percent(known[0] ?? 0)} to ${percent(known.at(-1) ?? 0)}`

  return (
    <ChartFrame
      label={`Share of answers that name each brand, by ${step}`}
      file="ai-answers-over-time"
      head={[step === 'week' ? 'Week of' : 'Day', 'Brand', 'Share %', 'Low', 'High', 'Named', 'Answers']}
      rows={[own, ...competitors].flatMap(({ brandId, brandName }) =>
        of(brandId).flatMap((point, at) => (point === undefined ? [] : [rowOf(days[at] ?? '', brandName, point)])),
      )}
      legend={
        <>
          <span>Line: share of answers that name you</span>
          <span>Grey band: where it would lie 95 of 100 times if these questions were asked again</span>
          {points.some((point) => point?.tooFewSamples) && (
            <span>Hatched, open circle: fewer than 30 answers or 10 questions</span>
          )}
        </>
      }
    >
      <BandChart
        label={summary}
        days={days}
        own={{
          name: own.brandName,
          words: told,
          points: points.map((point) => {
            if (point === undefined || point.value === null) return null
            const [low, high] = point.ci95 ?? []
            if (point.tooFewSamples || low === undefined || high === undefined)
              return { value: point.value, tooFew: point.n }
            return { value: point.value, low, high }
          }),
        }}
        others={others.map(({ brandId, brandName }) => ({
          name: brandName,
          values: of(brandId).map((point) => (point === undefined || point.tooFewSamples ? null : point.value)),
        }))}
        marks={(metrics.publications ?? []).map(({ itemId, title, publishedAt }) => ({
          id: itemId,
          name: title,
          day: publishedAt.slice(0, 10),
          link: { to: '/o/$orgSlug/ai-answers/articles/$itemId', params: { orgSlug: slug, itemId } },
        }))}
      />
    </ChartFrame>
  )
}

/** A row of the table: a share that rests on too little has none. */
function rowOf(day: string, brand: string, { value, ci95, numerator, n, tooFewSamples }: Metric) {
  const known = (given: number | null | undefined) =>
    tooFewSamples || given === null || given === undefined ? null : Math.round(given * 10) / 10
  return [day, brand, known(value), known(ci95?.[0]), known(ci95?.[1]), numerator, n]
}

/** Every day or Monday between the first and the last with answers: a time without any is a gap. */
function daysOf(known: readonly string[], step: 'day' | 'week'): string[] {
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return []
  const length = 86_400_000 * (step === 'week' ? 7 : 1)
  const [from, to] = [Date.parse(first), Date.parse(last)]
  return Array.from({ length: Math.round((to - from) / length) + 1 }, (_, at) =>
    new Date(from + at * length).toISOString().slice(0, 10),
  )
}

const dayWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
