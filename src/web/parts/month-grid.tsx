import { clsx } from 'clsx'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'

import { addDays } from '#std/zoned-time.ts'

type Props = {
  label: string
  /** Whole weeks, as `2026-01-31`, the first one a Monday. */
  days: readonly string[]
  /** The one day that Tab reaches; the arrow keys move it. */
  current: string
  today: string
  onMove(day: string): void
  /** Page up and page down. */
  onPage(step: 1 | -1): void
  cell(day: string): ReactNode
  /** Their least height. */
  cellClass: string
}

/** Days as a grid: one of them takes the focus, arrows, Home and End move it, Enter goes to what is in it, Escape back out. */
export function MonthGrid({ label, days, current, today, onMove, onPage, cell, cellClass }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  const follows = useRef(false)
  useEffect(() => {
    if (!follows.current) return
    follows.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus()
  }, [current])

  function hear(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
    const own = event.target.closest<HTMLElement>('[data-day]')
    if (event.key === 'Escape' && own !== event.target) own?.focus()
    const moved = own === event.target ? dayAfter(current, event.key) : undefined
    if (moved !== undefined) {
      follows.current = true
      onMove(moved)
    } else if (own === event.target && (event.key === 'PageUp' || event.key === 'PageDown')) {
      follows.current = true
      onPage(event.key === 'PageUp' ? -1 : 1)
    } else if (own === event.target && event.key === 'Enter') own.querySelector('a')?.focus()
    else return
    event.preventDefault()
  }

  return (
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      onKeyDown={hear}
      className="overflow-hidden rounded-xl border border-line bg-line"
    >
      <div role="row" className="grid grid-cols-7 gap-px border-b border-line">
        {days.slice(0, 7).map((day) => (
          <span key={day} role="columnheader" className="bg-surface px-2 py-1 text-sm text-muted">
            {weekday.format(new Date(`${day}T12:00:00Z`))}
          </span>
        ))}
      </div>
      {weeksOf(days).map((week) => (
        <div key={week[0]} role="row" className="grid grid-cols-7 gap-px border-b border-line last:border-b-0">
          {week.map((day) => (
            <div
              key={day}
              role="gridcell"
              data-day={day}
              tabIndex={day === current ? 0 : -1}
              aria-current={day === today ? 'date' : undefined}
              className={clsx('flex min-w-0 flex-col bg-surface focus-visible:-outline-offset-2', cellClass)}
            >
              {cell(day)}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })

function weeksOf(days: readonly string[]): string[][] {
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

function dayAfter(day: string, key: string): string | undefined {
  const inWeek = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7
  const step = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: 7,
    ArrowUp: -7,
    Home: -inWeek,
    End: 6 - inWeek,
  }[key]
  return step === undefined ? undefined : addDays(day, step)
}
