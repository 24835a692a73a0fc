import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { momentIn } from '#std/zoned-time.ts'
import { countOf } from '#web/areas/content/item-words.tsx'
import { Agenda } from '#web/areas/publishing/calendar/agenda.tsx'
import { turned } from '#web/areas/publishing/calendar/calendar-days.ts'
import { CalendarHead } from '#web/areas/publishing/calendar/calendar-head.tsx'
import { calendarSearch, type CalendarSearch } from '#web/areas/publishing/calendar/calendar-search.ts'
import { DayGrid } from '#web/areas/publishing/calendar/day-grid.tsx'
import { EntryPeek } from '#web/areas/publishing/calendar/entry-peek.tsx'
import { fieldTimeIn, timeIn } from '#web/areas/publishing/calendar/entry-words.ts'
import { MoveDialog, type ToMove } from '#web/areas/publishing/calendar/move-dialog.tsx'
import { spanWords } from '#web/areas/publishing/calendar/span-words.ts'
import { Tray } from '#web/areas/publishing/calendar/tray.tsx'
import { useCalendar } from '#web/areas/publishing/calendar/use-calendar.ts'
import { useReschedule } from '#web/areas/publishing/calendar/use-reschedule.ts'
import type { Calendar as CalendarData } from '#web/operations.ts'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { useSingleKeys } from '#web/parts/single-keys.ts'
import { Skeleton } from '#web/parts/skeleton.tsx'
import type { Dragged } from '#web/parts/use-drag.ts'
import { useCatalogEntry } from '#web/use-catalog.ts'

/** When articles go live, and went live: a month, a week or a list of days. Its whole state is in the address. */
export function Calendar() {
  const { asked, isReady, view, calendar, drafts, days, timezone, today, date } = useCalendar()
  const navigate = useNavigate({ from: '/o/$orgSlug/calendar' })
  const mayMove = useCatalogEntry('scheduleItem')?.allowed ?? false
  const dropped = useReschedule(timezone)
  const [toMove, setToMove] = useState<ToMove | null>(null)
  const entries = calendar.data?.days.flatMap(({ items }) => items) ?? []
  const peeked = entries.find(({ id }) => id === asked.peek)
  const go = (next: CalendarSearch) =>
    void navigate({ search: calendarSearch({ ...asked, ...next }), replace: true, resetScroll: false })
  const turn = (step: 1 | -1) => go({ date: turned(view, date, step) })
  const close = () => void navigate({ search: calendarSearch({ ...asked, peek: undefined }), resetScroll: false })
  useCalendarKeys(turn, () => go({ date: today }))

  /** What is dropped on a day keeps its time of day; a draft takes the free slot. What would be in the past is asked about. */
  function drop({ id }: Dragged, day: string) {
    const entry = entries.find((one) => one.id === id)
    const draft = drafts.data?.items.find((one) => one.id === id)
    const moved = entry ?? (draft && { ...draft, publishAt: null })
    if (!moved) return
    const free = calendar.data?.days.find((one) => one.date === day)?.freeSlot
    const time = moved.publishAt ?? free
    const at = momentIn(timezone, day, time ? timeIn(timezone, time) : usualTime).toISOString()
    if (at === moved.publishAt) return
    if (Date.parse(at) <= Date.now()) return setToMove({ ...moved, proposed: inAnHour(timezone) })
    void dropped.moveTo(moved, at)
  }

  return (
    <Page
      title="Calendar"
      heading={spanWords(view, date)}
      lead={calendar.data ? leadOf(calendar.data, view, date) : `Times in ${timezone}.`}
      isFinding
      isWide
      actions={<CalendarHead view={view} onTurn={turn} onToday={() => go({ date: today })} />}
      rail={
        peeked && (
          <EntryPeek
            entry={peeked}
            timezone={timezone}
            mayMove={mayMove}
            onMove={() => setToMove({ ...peeked, proposed: fieldTimeIn(timezone, peeked.publishAt) })}
            onClose={close}
          />
        )
      }
    >
      {dropped.error && <Problem error={dropped.error} />}
      {calendar.error && !calendar.data && <Problem error={calendar.error} onRetry={() => void calendar.refetch()} />}
      {!isReady && <Skeleton className="h-[720px]" />}
      {isReady && calendar.data && (
        <div className={peeked ? undefined : 'grid gap-7 lg:grid-cols-[minmax(0,1fr)_250px]'}>
          {view === 'agenda' ? (
            <Agenda days={calendar.data.days} {...{ timezone, today, mayMove }} />
          ) : (
            <DayGrid
              calendar={calendar.data}
              {...{ view, days, date, today, mayMove }}
              onMove={(day) => go({ date: day })}
              onPage={turn}
              onDrop={drop}
            />
          )}
          {!peeked && drafts.data && (
            <Tray
              drafts={drafts.data.items}
              total={drafts.data.total}
              mayMove={mayMove}
              onSchedule={(item) => setToMove({ ...item, publishAt: null, proposed: proposedFor(calendar.data) })}
            />
          )}
        </div>
      )}
      {toMove && <MoveDialog item={toMove} timezone={timezone} onClose={() => setToMove(null)} />}
    </Page>
  )
}

function useCalendarKeys(turn: (step: 1 | -1) => void, goToToday: () => void): void {
  useSingleKeys({
    t: { label: 'Today', run: goToToday },
    arrowleft: { label: 'The time before', run: () => !isInWidget() && turn(-1) },
    arrowright: { label: 'The time after', run: () => !isInWidget() && turn(1) },
  })
}

const usualTime = '09:00'
const hour = 3_600_000

function leadOf({ days, timezone }: CalendarData, view: string, date: string): string {
  const shown = view === 'month' ? days.filter((day) => day.date.startsWith(date.slice(0, 7))) : days
  const sum = (of: 'published' | 'scheduled') => shown.reduce((total, day) => total + day[of], 0)
  const [live, due] = [sum('published'), sum('scheduled')]
  const went = live === 0 ? 'Nothing went live' : `${countOf(live, 'article')} went live`
  const goes = due === 0 ? 'nothing is' : `${due.toLocaleString('en')} ${due === 1 ? 'is' : 'are'}`
  return `${went}, ${goes} scheduled. Times in ${timezone}.`
}

/** The first free slot that is shown, else in an hour. */
function proposedFor({ days, timezone }: CalendarData): string {
  const free = days.find(({ freeSlot }) => freeSlot !== null)?.freeSlot
  return free ? fieldTimeIn(timezone, free) : inAnHour(timezone)
}

function inAnHour(timezone: string): string {
  return fieldTimeIn(timezone, new Date(Math.ceil(Date.now() / hour + 1) * hour).toISOString())
}

/** Whether the arrow keys mean something else where the focus is. */
function isInWidget(): boolean {
  return document.activeElement?.closest('[role=grid], [role=tablist], [popover]') != null
}
