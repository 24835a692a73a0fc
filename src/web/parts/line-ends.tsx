import { letter } from '#web/parts/chart-marks.ts'

/** The lines of a chart, with what they are called. */
type Lines = {
  own: { name: string; points: readonly ({ value: number } | null)[] }
  others: readonly { name: string; values: readonly (number | null)[] }[]
}

type EndsProps = Lines & {
  /** Where the lines end, with `room` behind it for names. */
  plot: { y(value: number): number; right: number; room: number }
  isNarrow: boolean
}

/** What each line is called, with its last value; on a phone only the value, by which its name is found below. */
export function EndNames({ own, others, plot: { y, right, room }, isNarrow }: EndsProps) {
  const ends = spread(endsOf({ own, others })).map((end) => ({ ...end, y: end.y(y) }))

  return ends.map((end) => (
    <text
      key={end.name}
      aria-hidden
      x={right + 10}
      y={end.y + 4}
      className={end.isOwn ? 'fill-ink font-semibold' : 'fill-muted'}
    >
      {isNarrow ? '' : cut(end.name, room)} {Math.round(end.value)}
    </text>
  ))
}

/** The names of the lines, the highest first as at their ends, where there is no room beside them. */
export function NamesBelow({ own, others }: Lines) {
  return (
    <p aria-hidden className="flex flex-wrap gap-x-4 wrap-anywhere">
      {spread(endsOf({ own, others })).map(({ name, value, isOwn }) => (
        <span key={name} className={isOwn ? 'font-semibold' : 'text-muted'}>
          {name} {Math.round(value)}
        </span>
      ))}
    </p>
  )
}

const endsOf = ({ own, others }: Lines) => [
  { name: own.name, value: lastOf(own.points.map((point) => point?.value ?? null)), isOwn: true },
  ...others.map(({ name, values: of }) => ({ name, value: lastOf(of), isOwn: false })),
]

/** Below it names beside the lines would take a third of the chart; in CSS pixels. */
export const narrow = 480

/** For names and last figures beside the lines, of which only the longest are cut; for figures alone where it is narrow. In CSS pixels. */
export function roomAtEnds({ own, others }: Lines, width: number): number {
  if (width < narrow) return endGap + figures * letter
  const longest = Math.max(own.name.length, ...others.map(({ name }) => name.length))
  return Math.ceil(Math.min(endGap + (longest + figures) * letter, Math.max(132, width * 0.25)))
}

function cut(name: string, room: number): string {
  const most = Math.floor((room - endGap) / letter) - figures
  return name.length > most ? `${name.slice(0, most - 1)}…` : name
}

/** From the end of a line to its name, in CSS pixels; a space and a figure, in characters. */
const [endGap, figures] = [14, 4]

const lastOf = (values: readonly (number | null)[]) => values.findLast((value) => value !== null) ?? null

type End = { name: string; value: number; isOwn: boolean; y(scale: (value: number) => number): number }

/** Labels at the end of lines, moved apart so that each can be read. */
function spread(given: readonly { name: string; value: number | null; isOwn: boolean }[]): End[] {
  const known = given.flatMap(({ value, ...rest }) => (value === null ? [] : [{ ...rest, value }]))
  const ordered = known.toSorted((a, b) => b.value - a.value)
  return ordered.map((one, at) => ({
    ...one,
    y: (scale) => {
      // Each is pushed below those above it.
      let least = -Infinity
      for (const above of ordered.slice(0, at)) least = Math.max(least, scale(above.value)) + 15
      return Math.max(least, scale(one.value))
    },
  }))
}
