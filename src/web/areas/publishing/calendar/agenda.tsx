import { DraggedEntry } from '#web/areas/publishing/calendar/dragged-entry.tsx'
import type { CalendarDay } from '#web/operations.ts'
import { EmptyState } from '#web/parts/empty-state.tsx'

type Props = { days: readonly CalendarDay[]; timezone: string; today: string; mayMove: boolean }

/** The days of a month that have something, below each other. */
export function Agenda({ days, timezone, today, mayMove }: Props) {
  const full = days.filter(({ items }) => items.length > 0)
  if (full.length === 0)
    return (
      <EmptyState title="Nothing in this month">
        What goes live or went live is listed here. A draft gets its date from the list of those that are ready.
      </EmptyState>
    )
  return (
    <ol>
      {full.map(({ date, items, scheduled, published }) => (
        <li key={date} className="flex gap-4 border-b border-line py-3">
          <p className="w-24 shrink-0 text-sm">
            <time dateTime={date}>{name.format(new Date(`${date}T12:00:00Z`))}</time>
            {date === today && <span className="block font-semibold">today</span>}
          </p>
          <div className="flex min-w-0 flex-1 flex-col gap-3">
            {items.map((entry) => (
              <DraggedEntry key={entry.id} {...{ entry, timezone, mayMove }} />
            ))}
            {scheduled + published > items.length && (
              <p className="text-muted">{(scheduled + published - items.length).toLocaleString('en')} more</p>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

const name = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
