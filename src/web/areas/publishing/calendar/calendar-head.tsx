import { ChevronLeft, ChevronRight } from 'lucide-react'

import type { View } from '#web/areas/publishing/calendar/calendar-days.ts'
import { useCalendarLink } from '#web/areas/publishing/calendar/calendar-link.ts'
import { views } from '#web/areas/publishing/calendar/calendar-search.ts'
import { Button } from '#web/parts/button.tsx'
import { Kbd } from '#web/parts/kbd.tsx'
import { ViewLinks } from '#web/parts/view-links.tsx'

type Props = { view: View; onTurn(step: 1 | -1): void; onToday(): void }

/** The way through time, and the three views. */
export function CalendarHead({ view, onTurn, onToday }: Props) {
  const link = useCalendarLink()
  const stretch = view === 'week' ? 'week' : 'month'
  return (
    <>
      <Button aria-label={stretch === 'week' ? 'Week before' : 'Month before'} onClick={() => onTurn(-1)}>
        <ChevronLeft aria-hidden />
      </Button>
      <Button onClick={onToday}>
        Today <Kbd>T</Kbd>
      </Button>
      <Button aria-label={stretch === 'week' ? 'Next week' : 'Next month'} onClick={() => onTurn(1)}>
        <ChevronRight aria-hidden />
      </Button>
      <ViewLinks
        views={views.map((name) => ({ label: labels[name], isCurrent: name === view, link: link({ view: name }) }))}
      />
    </>
  )
}

const labels: Record<View, string> = { month: 'Month', week: 'Week', agenda: 'Agenda' }
