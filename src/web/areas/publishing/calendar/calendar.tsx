import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { countOf } from '#web/areas/content/item-words.tsx'
import { Agenda } from '#web/areas/publishing/calendar/agenda.tsx'
import { turned } from '#web/areas/publishing/calendar/calendar-days.ts'
import { CalendarHead } from '#web/areas/publishing/calendar/calendar-head.tsx'
import { calendarSearch, type CalendarSearch } from '#web/areas/publishing/calendar/calendar-search.ts'
import type { ToDate } from '#web/areas/publishing/calendar/date-sheet.tsx'
import { DayGrid } from '#web/areas/publishing/calendar/day-grid.tsx'
import { EntryPeek } from '#web/areas/publishing/calendar/entry-peek.tsx'
import { fieldTimeIn, inAnHour, undated } from '#web/areas/publishing/calendar/entry-words.ts'
import { spanWords } from '#web/areas/publishing/calendar/span-words.ts'
import { Tray } from '#web/areas/publishing/calendar/tray.tsx'
import { useCalendar } from '#web/areas/publishing/calendar/use-calendar.ts'
import { useDrop } from '#web/areas/publishing/calendar/use-drop.ts'
import type { Calendar as CalendarData } from '#web/operations.ts'
import { late } from '#web/parts/late.ts'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { useSingleKeys } from '#web/parts/single-keys.ts'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'

const DateSheet = late(() => import('#web/areas/publishing/calendar/date-sheet.tsx'))

/** When articles go live, and went live: a month, a week or a list of days. Its whole state is in the address. */
export function Calendar() {
  const { asked, isReady, view, calendar, drafts, days, timezone, today, date } = useCalendar()
  const navigate = useNavigate({ from: '/o/$orgSlug/calendar' })
  const mayMove = useCatalogEntry('scheduleItem')?.allowed ?? false
  const [toDate, setToDate] = useState<ToDate | null>(null)
  const read = calendar.data?.days ?? []
  const dropped = useDrop({ days: read, drafts: drafts.data?.items ?? [], timezone }, setToDate)
  const entries = read.flatMap(({ items }) => items)
  const peeked = entries.find(({ id }) => id === asked.peek)
  const go = (next: CalendarSearch) =>
    void navigate({ search: calendarSearch({ ...asked, ...next }), replace: true, resetScroll: false })
  const turn = (step: 1 | -1) => go({ date: turned(view, date, step) })
  const close = () => void navigate({ search: calendarSearch({ ...asked, peek: undefined }), resetScroll: false })
  useCalendarKeys(turn, () => go({ date: today }))

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
            onMove={() => setToDate({ ...peeked, proposed: fieldTimeIn(timezone, peeked.publishAt) })}
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
              onDrop={dropped.drop}
            />
          )}
          {!peeked && drafts.data && (
            <Tray
              drafts={drafts.data.items}
              total={drafts.data.total}
              hasAll={asked.tray === 'all'}
              mayMove={mayMove}
              onSchedule={(item) => setToDate({ ...undated(item), proposed: proposedFor(calendar.data) })}
            />
          )}
        </div>
      )}
      {toDate && (
        <Suspense>
          <DateSheet item={toDate} timezone={timezone} onClose={() => setToDate(null)} />
        </Suspense>
      )}
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

/** Whether the arrow keys mean something else where the focus is. */
function isInWidget(): boolean {
  return document.activeElement?.closest('[role=grid], [role=tablist], [popover]') != null
}
