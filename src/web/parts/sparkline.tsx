import { clsx } from 'clsx'

const width = 160
const height = 24

/** A line of values without axes, from zero; whose figure and words stand beside it. A series without a change is no line. */
export function Sparkline({ values, className }: { values: readonly number[]; className?: string }) {
  const top = Math.max(...values, 1)
  if (values.length < 2) return null
  const points = values.map((value, at) => {
    const x = (at / (values.length - 1)) * (width - 2) + 1
    return `${x.toFixed(1)},${(height - 2 - (value / top) * (height - 4)).toFixed(1)}`
  })
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={clsx('block h-6 w-full max-w-40', className)}
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
