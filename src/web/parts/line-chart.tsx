import { useWidth } from '#web/parts/use-width.ts'

const height = 210
const frame = { left: 44, right: 76, top: 14, bottom: 26 }

type Series = { label: string; values: readonly (number | null)[]; isBefore?: boolean }
type Props = {
  /** What a listener hears: the chart in a sentence. */
  label: string
  /** A date for each value. */
  days: readonly string[]
  series: readonly Series[]
  /** A smaller value is better, and is drawn higher. */
  isReversed?: boolean
  written(value: number): string
}

/** Lines over days, from zero; the one before is thin. What it shows is in figures and lists beside it, too. */
export function LineChart({ label, days, series, isReversed = false, written }: Props) {
  const { box, width } = useWidth()
  const top = niceTop(Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))))
  const x = (at: number) => frame.left + (at / Math.max(1, days.length - 1)) * (width - frame.left - frame.right)
  const y = (value: number) => {
    const share = isReversed ? 1 - value / top : value / top
    return height - frame.bottom - share * (height - frame.top - frame.bottom)
  }
  const lines = [0, top / 2, top]
  const step = Math.max(1, Math.ceil(days.length / Math.max(2, Math.floor((width - frame.left - frame.right) / 84))))
  return (
    <div ref={box}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={label}
        className="block overflow-visible h-[210px] w-full text-sm tabular-nums"
      >
        {lines.map((value) => (
          <g key={value}>
            <line x1={frame.left} x2={width - frame.right} y1={y(value)} y2={y(value)} className="stroke-line" />
            <text x={frame.left - 8} y={y(value) + 4} textAnchor="end" className="fill-muted">
              {written(value)}
            </text>
          </g>
        ))}
        {days.map((day, at) =>
          at % step === 0 ? (
            <text key={day} x={x(at)} y={height - 6} textAnchor="middle" className="fill-muted">
              {dayWords.format(new Date(`${day}T00:00:00Z`))}
            </text>
          ) : null,
        )}
        {series.map(({ label: name, values, isBefore = false }) => (
          <g key={name}>
            {runsOf(values).map((run) => (
              <polyline
                key={run[0]?.at}
                points={run.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
                fill="none"
                strokeDasharray={isBefore ? '3 3' : undefined}
                className={isBefore ? 'stroke-muted' : 'stroke-ink [stroke-width:2]'}
              />
            ))}
            <End name={name} values={values} x={x} y={y} isBefore={isBefore} />
          </g>
        ))}
      </svg>
    </div>
  )
}

type EndProps = {
  name: string
  values: readonly (number | null)[]
  isBefore: boolean
  x(at: number): number
  y(value: number): number
}

function End({ name, values, isBefore, x, y }: EndProps) {
  const at = values.findLastIndex((value) => value !== null)
  const value = values[at]
  if (value === undefined || value === null) return null
  return (
    <text
      x={x(at) + 8}
      y={y(value) + (isBefore ? 12 : -2)}
      className={isBefore ? 'fill-muted' : 'fill-ink font-medium'}
    >
      {name}
    </text>
  )
}

const dayWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** The parts of a line between days that nothing is known of. */
function runsOf(values: readonly (number | null)[]): { at: number; value: number }[][] {
  const runs: { at: number; value: number }[][] = [[]]
  for (const [at, value] of values.entries()) {
    if (value === null) runs.push([])
    else runs.at(-1)?.push({ at, value })
  }
  return runs.filter(({ length }) => length > 0)
}

/** The end of the axis: 1, 2 or 5 times a power of ten. */
function niceTop(most: number): number {
  if (most <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 5, 10].find((factor) => factor * power >= most) ?? 10) * power
}
