import { momentIn } from '#std/zoned-time.ts'
import type { ToDate } from '#web/areas/publishing/calendar/date-sheet.tsx'
import { fieldTimeIn, inAnHour, timeIn, undated } from '#web/areas/publishing/calendar/entry-words.ts'
import { useReschedule } from '#web/areas/publishing/calendar/use-reschedule.ts'
import type { CalendarDay, ManagerItem } from '#web/operations.ts'
import type { Dragged } from '#web/parts/use-drag.ts'

type Shown = { days: readonly CalendarDay[]; drafts: readonly ManagerItem[]; timezone: string }

const usualTime = '09:00'

/**
 * What becomes of what is dropped on a day: what is scheduled keeps its time of day there. A draft, and what would be in the past, is
 * asked about (web.md#dragging-is-a-change).
 */
export function useDrop({ days, drafts, timezone }: Shown, ask: (item: ToDate) => void) {
  const { moveTo, error } = useReschedule(timezone)

  function drop({ id }: Dragged, day: string) {
    const entry = days.flatMap(({ items }) => items).find((one) => one.id === id)
    const draft = drafts.find((one) => one.id === id)
    const moved = entry ?? (draft && undated(draft))
    if (!moved) return
    const time = moved.publishAt ?? days.find(({ date }) => date === day)?.freeSlot
    const at = momentIn(timezone, day, time ? timeIn(timezone, time) : usualTime).toISOString()
    if (at === moved.publishAt) return
    if (Date.parse(at) <= Date.now()) return ask({ ...moved, proposed: inAnHour(timezone) })
    if (moved.publishAt === null) return ask({ ...moved, proposed: fieldTimeIn(timezone, at) })
    void moveTo(moved, at)
  }

  return { drop, error }
}
