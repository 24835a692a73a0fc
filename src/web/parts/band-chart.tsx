import type { LinkProps } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type KeyboardEvent, useId, useState } from 'react'

import { placeMarks } from '#web/parts/chart-marks.ts'
import { EndNames, NamesBelow, narrow, roomAtEnds } from '#web/parts/line-ends.tsx'
import { MarkLines, MarkList } from '#web/parts/mark-lines.tsx'
import { useWidth } from '#web/parts/use-width.ts'

const height = 250
/** `inset`: from the axis to the first value, so that no point covers the names of the axis. */
const frame = { left: 48, top: 22, bottom: 28, inset: 18 }

/** A share with its interval; one of too few answers, with their number; or none. */
type Point = { value: number; low: number; high: number } | { value: number; tooFew: number } | null
type Props = {
  /** The chart in a sentence. */
  label: string
  /** The day that each value begins with. */
  days: readonly string[]
  own: { name: string; points: readonly Point[]; words(at: number): string }
  others: readonly { name: string; values: readonly (number | null)[] }[]
  /** What happened; `day` may lie between two values. */
  marks: readonly { id: string; name: string; day: string; link: LinkProps }[]
}

/**
 * Shares in percent over time: your own line with its interval as a band, others thin and named at their end. A time without
 * answers is a gap; one with too few is hatched, its share is an open circle that no line leads to, and it says how many there
 * are. The arrow keys move between the values of your own line.
 */
export function BandChart({ label, days, own, others, marks }: Props) {
  const { box, width } = useWidth()
  const hatch = useId()
  const [shown, setShown] = useState<number | null>(null)
  const isNarrow = width < narrow
  const right = roomAtEnds({ own, others }, width)
  const values = [
    ...own.points.map((point) => (point === null ? 0 : 'high' in point ? point.high : point.value)),
    ...others.flatMap((one) => one.values.map((value) => value ?? 0)),
  ]
  const top = Math.min(100, Math.max(20, Math.ceil(Math.max(0, ...values) / 20) * 20))
  const span = width - frame.left - right
  // What was published since the last value lies behind it.
  const last = Math.max(days.length - 1, ...marks.map(({ day }) => placeOf(day, days)))
  const from = frame.left + frame.inset
  const x = (at: number) => (last === 0 ? from + span / 2 : from + (at / last) * (span - frame.inset))
  const y = (value: number) => height - frame.bottom - (value / top) * (height - frame.top - frame.bottom)
  const lines = marks.map(({ day, ...mark }) => ({ ...mark, x: x(placeOf(day, days)) })).toSorted((a, b) => a.x - b.x)
  const placed = placeMarks(lines, { from, to: width - 8 })
  const plot = { x, y, top, right: width - right, room: right, span }

  return (
    <div ref={box} className="text-sm tabular-nums">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={label}
        onKeyDown={move}
        className="block overflow-visible h-[250px] w-full"
      >
        <defs>
          <pattern id={hatch} width="7" height="7" patternTransform="rotate(-45)" patternUnits="userSpaceOnUse">
            <rect width="7" height="2" className="fill-line" />
          </pattern>
        </defs>
        <Axes days={days} plot={plot} />
        <Hatched {...{ days, hatch, plot }} points={own.points} />
        {runsOf(own.points.map((point) => (point !== null && 'low' in point ? point : null))).map((run) => (
          <path key={run[0]?.at} d={bandOf(run, x, y)} className="fill-edge/25 stroke-none" />
        ))}
        <MarkLines marks={lines} placed={placed} height={height - frame.bottom} />
        <OtherLines others={others} plot={plot} />
        {runsOf(own.points.map((point) => (point !== null && 'low' in point ? point : null))).map((run) => (
          <polyline
            key={run[0]?.at}
            points={run.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
            fill="none"
            strokeWidth="2"
            className="stroke-ink"
          />
        ))}
        <OwnPoints {...{ days, own, plot, shown }} onShow={setShown} />
        <Counts days={days} points={own.points} plot={plot} />
        <EndNames {...{ own, others, plot, isNarrow }} />
      </svg>
      {isNarrow && <NamesBelow own={own} others={others} />}
      <p aria-hidden className="min-h-4.5 text-muted">
        {shown === null ? '' : own.words(shown)}
      </p>
      <MarkList marks={lines} placed={placed} />
    </div>
  )
}

/** Where values are drawn: up to `right`, with `room` for names behind it. `top` is the highest value, `span` the width of the lines. */
type Plot = { x: Scale; y: Scale; top: number; right: number; room: number; span: number }

function Axes({ days, plot: { x, y, top, right, span } }: { days: readonly string[]; plot: Plot }) {
  const step = Math.ceil(days.length / Math.max(2, Math.floor(span / 84)))
  return (
    <>
      {Array.from({ length: top / 20 + 1 }, (_, at) => at * 20).map((value) => (
        <g key={value} aria-hidden>
          <line x1={frame.left} x2={right} y1={y(value)} y2={y(value)} className="stroke-line" />
          <text x={frame.left - 8} y={y(value) + 4} textAnchor="end" className="fill-muted">
            {value === top ? `${value} %` : value}
          </text>
        </g>
      ))}
      {days.map((day, at) =>
        at % step === 0 ? (
          <text key={day} aria-hidden x={x(at)} y={height - 8} textAnchor="middle" className="fill-muted">
            {dayWords.format(new Date(`${day}T00:00:00Z`))}
          </text>
        ) : null,
      )}
    </>
  )
}

function OtherLines({ others, plot: { x, y } }: { others: Props['others']; plot: Plot }) {
  return others.map(({ name, values }, nth) =>
    runsOf(values.map((value) => (value === null ? null : { value }))).map((run) => (
      <polyline
        key={`${name} ${run[0]?.at}`}
        points={run.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
        fill="none"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeDasharray={['5 3', '1 4', '8 3 1 3'][nth % 3]}
        className="stroke-muted"
      />
    )),
  )
}

type HatchedProps = { days: readonly string[]; points: readonly Point[]; hatch: string; plot: Plot }

function Hatched({ days, points, hatch, plot: { x } }: HatchedProps) {
  return points.map((point, at) =>
    point !== null && 'tooFew' in point ? (
      <rect
        key={days[at]}
        x={x(at) - 7}
        width={14}
        y={frame.top}
        height={height - frame.top - frame.bottom}
        fill={`url(#${hatch})`}
      />
    ) : null,
  )
}

type PointsProps = Pick<Props, 'days' | 'own'> & {
  plot: Plot
  shown: number | null
  onShow(at: number | null): void
}

function OwnPoints({ days, own, plot: { x, y }, shown, onShow }: PointsProps) {
  return own.points.map((point, at) =>
    point === null ? null : (
      <circle
        key={days[at]}
        role="img"
        aria-label={own.words(at)}
        tabIndex={at === own.points.findLastIndex((one) => one !== null) ? 0 : -1}
        cx={x(at)}
        cy={y(point.value)}
        r={at === shown ? 5 : 3}
        onFocus={() => onShow(at)}
        onBlur={() => onShow(null)}
        onPointerEnter={() => onShow(at)}
        onPointerLeave={() => onShow(null)}
        className={clsx('point stroke-ink [stroke-width:1.5]', 'high' in point ? 'fill-ink' : 'fill-paper')}
      />
    ),
  )
}

type CountsProps = { days: readonly string[]; points: readonly Point[]; plot: Plot }

/** How many answers there are where they are too few for a share. */
function Counts({ days, points, plot: { x, y } }: CountsProps) {
  return points.map((point, at) =>
    point !== null && 'tooFew' in point ? (
      <text
        key={days[at]}
        aria-hidden
        x={x(at)}
        // Under the circle where there is no room above it.
        y={y(point.value) + (y(point.value) < frame.top + 20 ? 18 : -9)}
        textAnchor="middle"
        className="fill-muted stroke-paper stroke-3 [paint-order:stroke]"
      >
        n {point.tooFew}
      </text>
    ) : null,
  )
}

function move(event: KeyboardEvent<SVGSVGElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const points = [...event.currentTarget.querySelectorAll<SVGElement>('.point')]
  const at = points.indexOf(event.target as SVGElement)
  if (at < 0) return
  event.preventDefault()
  points[at + step]?.focus()
}

/** Parts of a line between times that nothing is known of. */
function runsOf<P extends object>(points: readonly (P | null)[]): (P & { at: number })[][] {
  const runs: (P & { at: number })[][] = [[]]
  for (const [at, point] of points.entries()) {
    if (point === null) runs.push([])
    else runs.at(-1)?.push({ ...point, at })
  }
  return runs.filter(({ length }) => length > 0)
}

type Scale = (value: number) => number

/** The band of an interval; of a single value it is a bar. */
function bandOf(run: readonly { at: number; low: number; high: number }[], x: Scale, y: Scale): string {
  const [first] = run
  const wide =
    run.length === 1 && first ? [4, -4].map((by) => ({ ...first, by })) : run.map((one) => ({ ...one, by: 0 }))
  const up = wide.map(({ at, high, by }) => `${(x(at) - by).toFixed(1)} ${y(high).toFixed(1)}`)
  const down = wide.toReversed().map(({ at, low, by }) => `${(x(at) - by).toFixed(1)} ${y(low).toFixed(1)}`)
  return `M${[...up, ...down].join(' L')}Z`
}

/** Where a day lies among the values, as a number between their places; at most one place behind the last. */
function placeOf(day: string, days: readonly string[]): number {
  const at = days.findLastIndex((one) => one <= day)
  const [from, to] = [days[at], days[at + 1]]
  if (from === undefined) return 0
  const step = to === undefined ? stepOf(days) : Date.parse(to) - Date.parse(from)
  return at + Math.min(1, (Date.parse(day) - Date.parse(from)) / step)
}

/** From one value to the next, in milliseconds; a week if there is only one. */
function stepOf([first, second]: readonly string[]): number {
  return first === undefined || second === undefined ? 7 * 86_400_000 : Date.parse(second) - Date.parse(first)
}

const dayWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
