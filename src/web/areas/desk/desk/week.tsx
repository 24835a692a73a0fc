import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'

import { dayIn } from '#std/zoned-time.ts'
import { DeskSection } from '#web/areas/desk/desk/desk-section.tsx'
import { Entry } from '#web/areas/publishing/calendar/entry.tsx'
import { useOrganization } from '#web/context.ts'
import type { Calendar, CalendarDay } from '#web/operations.ts'

/** Seven days from today: what went live, and what will. On a phone only the days with something, below each other. */
export function Week({ calendar: { days, timezone } }: { calendar: Calendar }) {
  const { slug } = useOrganization()
  const today = dayIn(timezone, new Date())
  const isEmpty = days.every(({ items }) => items.length === 0)
  return (
    <DeskSection
      title="This week"
      note={
        <>
          <Link to="/o/$orgSlug/calendar" params={{ orgSlug: slug }} className="hover:underline">
            Calendar
          </Link>
          {` · ${timezone}`}
        </>
      }
    >
      <ol className="mt-3 overflow-hidden rounded-xl border border-line bg-surface md:grid md:min-h-32 md:grid-cols-7">
        {days.map((day) => (
          <Day key={day.date} day={day} timezone={timezone} isToday={day.date === today} />
        ))}
      </ol>
      {isEmpty && <p className="mt-2 text-muted">Nothing is scheduled for these days.</p>}
    </DeskSection>
  )
}

const shownPerDay = 3

function Day({ day: { date, items, scheduled, published }, timezone, isToday }: DayProps) {
  const { slug } = useOrganization()
  const more = scheduled + published - Math.min(items.length, shownPerDay)
  return (
    <li
      className={clsx(
        'min-w-0 gap-3 border-line p-2 max-md:border-b md:border-r md:last:border-r-0 max-md:last:border-b-0',
        items.length > 0 || isToday ? 'max-md:flex' : 'max-md:hidden',
        isToday && 'bg-raised',
      )}
    >
      <p className="mb-1.5 shrink-0 text-sm max-md:w-20">
        <time dateTime={date}>{dayName.format(new Date(`${date}T12:00:00Z`))}</time>
        {isToday && ', today'}
      </p>
      <div className="flex min-w-0 flex-col gap-2">
        {items.slice(0, shownPerDay).map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            timezone={timezone}
            link={{ to: '/o/$orgSlug/content/$itemId', params: { orgSlug: slug, itemId: entry.id } }}
          />
        ))}
        {more > 0 && <p className="text-sm text-muted">{more} more</p>}
      </div>
    </li>
  )
}

type DayProps = { day: CalendarDay; timezone: string; isToday: boolean }

const dayName = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone: 'UTC' })
