import { useCalendarLink } from '#web/areas/publishing/calendar/calendar-link.ts'
import { Entry } from '#web/areas/publishing/calendar/entry.tsx'
import type { CalendarEntry } from '#web/operations.ts'
import { useDraggable } from '#web/parts/use-drag.ts'

type Props = { entry: CalendarEntry; timezone: string; mayMove: boolean; tabIndex?: number }

/** An entry of the calendar; one that is not live yet can be dragged to another day. */
export function DraggedEntry({ entry, timezone, mayMove, tabIndex }: Props) {
  const link = useCalendarLink()
  const isMovable = mayMove && entry.status === 'scheduled'
  const ref = useDraggable<HTMLDivElement>(isMovable ? { kind: 'scheduled', id: entry.id } : null)
  return (
    <div ref={ref} className={isMovable ? 'cursor-grab' : undefined}>
      <Entry
        entry={entry}
        timezone={timezone}
        link={link({ peek: entry.id })}
        {...(tabIndex === undefined ? {} : { tabIndex })}
      />
    </div>
  )
}
