import type { ReactNode } from 'react'

import { percent, signed } from '#web/areas/visibility/ai-answers/finding.ts'
import type { Effect } from '#web/areas/visibility/item-effect/effect-types.ts'
import { SaveCsv } from '#web/parts/chart-frame.tsx'

const rows = [
  ['visibility', 'Answers that name you'],
  ['citationRate', 'Answers that cite a page of yours'],
  ['itemCitedRate', 'Answers that cite this article'],
] as const

const head = ['Share', 'Before', 'After', 'Change', 'Other questions', 'Beyond them']

/** Before and after as bars and numbers, the change of all other questions beside, and what is left. */
export function EffectTable({ effect }: { effect: Effect }) {
  const { before, after, change, control, adjusted } = effect
  return (
    <>
      <table aria-label="Before and after" className="w-full text-left tabular-nums max-sm:block">
        <thead className="border-b border-edge text-sm text-muted max-sm:hidden">
          <tr>
            {head.map((one) => (
              <th key={one} scope="col" className="py-1.5 pr-3 font-medium">
                {one}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map(([name, label]) => (
            <tr
              key={name}
              className="border-b border-line align-top max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-3 max-sm:py-2"
            >
              <th scope="row" className="t-row py-2.5 pr-3 max-sm:col-span-2 max-sm:pb-0">
                {label}
              </th>
              <Side label="Before" side={before[name]} />
              <Side label="After" side={after[name]} isAfter />
              <Cell label="Change">{points(change[name])}</Cell>
              <Cell label="Other questions">
                {points(control[name].change)}
                <span className="block text-sm text-muted">of {control[name].prompts}</span>
              </Cell>
              <Cell label="Beyond them">
                {points(adjusted[name].value)}
                <span className="block text-sm text-muted">{intervalOf(adjusted[name])}</span>
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 flex flex-wrap gap-x-4 text-sm text-muted">
        Only the same questions, asked of the same models before and after, are compared. At least 10 answers on each
        side, and two questions for an interval.
        <SaveCsv
          file="effect-of-an-article"
          label="before and after"
          rows={[
            ['Share', 'Before %', 'Before of', 'After %', 'After of', 'Change', 'Others', 'Beyond', 'Low', 'High'],
            ...rows.map(([name, label]) => [
              label,
              before[name].value,
              before[name].n,
              after[name].value,
              after[name].n,
              change[name],
              control[name].change,
              adjusted[name].value,
              adjusted[name].ci95?.[0] ?? null,
              adjusted[name].ci95?.[1] ?? null,
            ]),
          ]}
        />
      </p>
    </>
  )
}

const fewest = 10

function Side({
  label,
  side: { value, numerator, n, ci95 },
  isAfter = false,
}: {
  label: string
  side: Effect['before']['visibility']
  isAfter?: boolean
}) {
  const isFew = n < fewest
  return (
    <Cell label={label}>
      <span className={isFew ? 'hatched rounded px-1 text-muted' : undefined}>
        {value === null ? (n === 0 ? 'no answers' : 'no sources') : isFew ? `${numerator} of ${n}` : percent(value)}
      </span>
      {!isFew && value !== null && (
        <>
          <svg aria-hidden viewBox="0 0 100 6" preserveAspectRatio="none" className="mt-1 block h-1.5 w-24">
            <rect width="100" height="6" className="fill-raised" />
            <rect width={value} height="6" className={isAfter ? 'fill-ink' : 'fill-edge'} />
          </svg>
          <span className="block text-sm text-muted">
            {numerator} of {n}
            {ci95 !== null && `, ${Math.round(ci95[0] ?? 0)} to ${Math.round(ci95[1] ?? 0)} %`}
          </span>
        </>
      )}
    </Cell>
  )
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="py-2.5 pr-3 max-sm:py-1">
      <span className="block text-sm text-muted sm:hidden">{label}</span>
      {children}
    </td>
  )
}

const points = (value: number | null) => (value === null ? '–' : `${signed(value, 1)} points`)

function intervalOf({ value, ci95 }: Effect['adjusted']['visibility']): string {
  if (value === null) return ''
  return ci95 === null ? 'no interval: one question' : `${signed(ci95[0] ?? 0, 1)} to ${signed(ci95[1] ?? 0, 1)}`
}
