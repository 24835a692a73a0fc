import { Link, type LinkProps } from '@tanstack/react-router'

import type { PlacedMark } from '#web/parts/chart-marks.ts'

export type Mark = { id: string; name: string; link: LinkProps; x: number }
type Props = { marks: readonly Mark[]; placed: readonly PlacedMark[]; height: number }

/** Upright lines for what was published, each a link. */
export function MarkLines({ marks, placed, height }: Props) {
  return marks.map(({ id, name, link, x }, at) => {
    const { label, side } = placed[at] ?? { label: '', side: 'right' }
    return (
      <Link key={id} {...link} aria-label={nameOf(label, name)} className="group">
        {/* Where a number or the name stands, it is what one sees; a title would be read with it. */}
        {label === '' && <title>{name}</title>}
        <rect x={x - 4} y={4} width={12} height={height - 4} fill="transparent" />
        <line x1={x} x2={x} y1={6} y2={height} className="stroke-edge group-hover:stroke-ink" />
        <text
          x={side === 'right' ? x + 5 : x - 5}
          y={14}
          textAnchor={side === 'right' ? 'start' : 'end'}
          className="fill-muted group-hover:fill-ink"
        >
          {label}
        </text>
      </Link>
    )
  })
}

// What stands beside the line is part of its name, for who says what they see (WCAG 2.2, 2.5.3).
const nameOf = (label: string, name: string) =>
  label === '' || label === name ? `Published: ${name}` : `${label}, published: ${name}`

/** The names of lines that only carry numbers. */
export function MarkList({ marks, placed }: Omit<Props, 'height'>) {
  if (marks.every(({ name }, at) => placed[at]?.label === name)) return null
  return (
    <div className="mb-2">
      <p className="text-muted">Published</p>
      <ol className="list-inside list-decimal gap-x-6 sm:columns-2">
        {marks.map(({ id, name, link }) => (
          <li key={id} className="min-h-6 break-inside-avoid py-0.5">
            <Link {...link} className="underline underline-offset-3">
              {name}
            </Link>
          </li>
        ))}
      </ol>
    </div>
  )
}
