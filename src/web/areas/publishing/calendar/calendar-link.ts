import { useSearch } from '@tanstack/react-router'

import { calendarSearch, type CalendarSearch } from '#web/areas/publishing/calendar/calendar-search.ts'
import { useOrganization } from '#web/context.ts'

/** Links to other states of the calendar: what is not named stays as it is. */
export function useCalendarLink() {
  const { slug } = useOrganization()
  const asked = useSearch({ from: '/o/$orgSlug/calendar' })
  return (next: { [K in keyof CalendarSearch]?: CalendarSearch[K] | undefined }) => ({
    to: '/o/$orgSlug/calendar' as const,
    params: { orgSlug: slug },
    search: calendarSearch({ ...asked, ...next }),
    resetScroll: false,
    activeProps: {},
  })
}
