import { useSearch } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'

import { narrow, shownDays, trayQuery } from '#web/areas/publishing/calendar/calendar-reads.ts'
import { useFromToday } from '#web/areas/publishing/calendar/use-today.ts'
import { useCatalog } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

/** What the calendar shows: its days as they are read, and the drafts that wait for a date. */
export function useCalendar() {
  const asked = useSearch({ from: '/o/$orgSlug/calendar' })
  const isNarrow = useSyncExternalStore(watch, () => matchMedia(narrow).matches)
  const { calendar, today } = useFromToday((today) =>
    useOperation('listCalendar', shownDays(asked, isNarrow, today).input),
  )
  const { view, days, input } = shownDays(asked, isNarrow, today)
  const drafts = useOperation('listManagerItems', trayQuery(asked))
  // Whether one may move anything depends on it.
  const catalog = useCatalog()
  const isReady = [calendar, drafts, catalog].every(({ data, error }) => data !== undefined || error !== null)
  const timezone = calendar.data?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return { asked, isReady, view, input, calendar, drafts, days, timezone, today, date: asked.date ?? today }
}

function watch(listener: () => void): () => void {
  const query = matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
