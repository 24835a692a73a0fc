import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { clsx } from 'clsx'
import type { View } from '#web/areas/publishing/calendar/calendar-days.ts'
import { useCalendarLink } from '#web/areas/publishing/calendar/calendar-link.ts'
import { views } from '#web/areas/publishing/calendar/calendar-search.ts'
import { Button } from '#web/parts/button.tsx'
import { Kbd } from '#web/parts/kbd.tsx'

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
      <nav aria-label="View" className="flex overflow-hidden rounded-lg border border-edge bg-surface">
        {views.map((name) => (
          <Link
            key={name}
            {...link({ view: name })}
            aria-current={name === view ? 'true' : undefined}
            className={clsx(
              'flex min-h-11 items-center border-r border-line px-2.5 font-medium last:border-r-0 hover:bg-raised focus-visible:-outline-offset-2 md:min-h-7',
              name === view && 'bg-raised',
            )}
          >
            {labels[name]}
          </Link>
        ))}
      </nav>
    </>
  )
}

const labels: Record<View, string> = { month: 'Month', week: 'Week', agenda: 'Agenda' }
