import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'

import { useCalendarLink } from '#web/areas/publishing/calendar/calendar-link.ts'
import { DraggedEntry } from '#web/areas/publishing/calendar/dragged-entry.tsx'
import { timeIn } from '#web/areas/publishing/calendar/entry-words.ts'
import type { CalendarDay } from '#web/operations.ts'
import { type Dragged, useDropTarget } from '#web/parts/use-drag.ts'

type Props = {
  date: string
  /** Undefined until it is read. */
  day: CalendarDay | undefined
  timezone: string
  today: string
  isOutside: boolean
  isCurrent: boolean
  mayMove: boolean
  shown: number
  /** Whether its slot is the next free one. */
  isNext: boolean
  onDrop(dragged: Dragged, day: string): void
}

/** One day of the grid: its number, what goes live or went live, the slot that is free. What is dropped on it goes live then. */
export function DayCell({ date, day, timezone, today, isOutside, isCurrent, mayMove, shown, isNext, onDrop }: Props) {
  const link = useCalendarLink()
  const { ref, isOver } = useDropTarget<HTMLDivElement>({
    takes: () => mayMove && date >= today,
    onDrop: (dragged) => onDrop(dragged, date),
  })
  const items = day?.items ?? []
  const total = (day?.scheduled ?? 0) + (day?.published ?? 0)
  const more = total - Math.min(items.length, shown)
  const isToday = date === today
  return (
    <div
      ref={ref}
      className={clsx(
        'flex flex-1 flex-col gap-2 p-2',
        isOver ? 'bg-raised outline-2 -outline-offset-2 outline-ink' : isToday ? 'bg-raised' : isOutside && 'bg-paper',
      )}
    >
      <p
        className={clsx(
          'flex flex-wrap items-baseline gap-x-1 text-sm',
          isToday && 'font-semibold',
          isOutside && 'text-muted',
        )}
      >
        <time dateTime={date}>
          <span className="sr-only">{full.format(noon(date))}</span>
          <span aria-hidden>{date.endsWith('-01') ? first.format(noon(date)) : Number(date.slice(8))}</span>
        </time>
        {isToday && <span aria-hidden> today</span>}
        {day?.freeSlot && <FreeSlot at={timeIn(timezone, day.freeSlot)} isNext={isNext} />}
      </p>
      {items.length > 0 && (
        <div className="flex flex-col gap-2 max-md:hidden">
          {items.slice(0, shown).map((entry) => (
            <DraggedEntry key={entry.id} {...{ entry, timezone, mayMove }} tabIndex={isCurrent ? 0 : -1} />
          ))}
        </div>
      )}
      {total > 0 && (
        <Link {...link({ view: 'agenda', date })} className="min-h-6 text-center font-semibold md:hidden">
          {total.toLocaleString('en')}
          <span className="sr-only"> {total === 1 ? 'article' : 'articles'}</span>
        </Link>
      )}
      {more > 0 && (
        <Link
          {...link({ view: 'agenda', date })}
          tabIndex={isCurrent ? 0 : -1}
          className="text-sm text-muted underline max-md:hidden"
        >
          {more.toLocaleString('en')} more
        </Link>
      )}
    </div>
  )
}

function FreeSlot({ at, isNext }: { at: string; isNext: boolean }) {
  return (
    <span
      className={clsx(
        'ml-auto font-normal text-muted max-md:hidden',
        isNext && 'rounded border border-dashed border-edge px-1',
      )}
    >
      <span className={isNext ? undefined : 'sr-only'}>free</span> <span className="mono">{at}</span>
    </span>
  )
}

const noon = (day: string) => new Date(`${day}T12:00:00Z`)
const full = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const first = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
