import type { View } from '#web/areas/publishing/calendar/calendar-days.ts'
import { DayCell } from '#web/areas/publishing/calendar/day-cell.tsx'
import { Legend } from '#web/areas/publishing/calendar/legend.tsx'
import { spanWords } from '#web/areas/publishing/calendar/span-words.ts'
import type { Calendar } from '#web/operations.ts'
import { MonthGrid } from '#web/parts/month-grid.tsx'
import type { Dragged } from '#web/parts/use-drag.ts'

type Props = {
  calendar: Calendar
  view: View
  days: readonly string[]
  /** The day that has, or gets, the focus. */
  date: string
  today: string
  mayMove: boolean
  onMove(day: string): void
  onPage(step: 1 | -1): void
  onDrop(dragged: Dragged, day: string): void
}

/** A month or a week as a grid of days. */
export function DayGrid({ calendar, view, days, date, today, mayMove, onMove, onPage, onDrop }: Props) {
  const { timezone } = calendar
  const nextFree = calendar.days.find(({ freeSlot }) => freeSlot !== null)?.date
  return (
    <div className="min-w-0">
      <MonthGrid
        label={spanWords(view, date)}
        {...{ days, today, onMove, onPage }}
        current={date}
        cellClass={view === 'week' ? 'min-h-96' : 'min-h-20 md:min-h-28'}
        cell={(day) => (
          <DayCell
            date={day}
            day={calendar.days.find((one) => one.date === day)}
            isOutside={view === 'month' && day.slice(0, 7) !== date.slice(0, 7)}
            isCurrent={day === date}
            isNext={day === nextFree}
            shown={view === 'week' ? 20 : 3}
            {...{ timezone, today, mayMove, onDrop }}
          />
        )}
      />
      <Legend />
    </div>
  )
}
