import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

import { dayAndTimeIn, isByAgent } from '#web/areas/publishing/calendar/entry-words.ts'
import { useOrganization } from '#web/context.ts'
import type { CalendarEntry } from '#web/operations.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { Fact } from '#web/parts/fact.tsx'
import { Peek } from '#web/parts/peek.tsx'
import { Status } from '#web/parts/status.tsx'
import { Who } from '#web/parts/who.tsx'

type Props = { entry: CalendarEntry; timezone: string; mayMove: boolean; onMove(): void; onClose(): void }

/** One entry beside the calendar: when it goes live, who wrote it, and the way to another time. Its first button takes the focus. */
export function EntryPeek({ entry, timezone, mayMove, onMove, onClose }: Props) {
  const { slug } = useOrganization()
  const actions = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (document.activeElement?.closest('main a')) actions.current?.querySelector<HTMLElement>('button, a')?.focus()
  }, [entry.id])
  const isLive = entry.status === 'published'
  return (
    <Peek
      title={entry.title}
      state={<Status tone={isLive ? 'ok' : 'info'}>{isLive ? 'Live' : 'Scheduled'}</Status>}
      onClose={onClose}
    >
      <dl className="my-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <Fact name={isLive ? 'Went live' : 'Goes live'}>{dayAndTimeIn(timezone, entry.publishAt)}</Fact>
        <Fact name="Time zone">{timezone}</Fact>
        <Fact name="Written by">
          {isByAgent(entry) ? <Who isAgent>An agent</Who> : entry.origin === 'import' ? 'Imported' : 'A person'}
        </Fact>
      </dl>
      <p ref={actions} className="flex flex-wrap gap-2">
        {mayMove && !isLive && (
          <Button look="to-press" onClick={onMove}>
            Move…
          </Button>
        )}
        <Link
          to="/o/$orgSlug/content/$itemId"
          params={{ orgSlug: slug, itemId: entry.id }}
          className={buttonLook('plain')}
        >
          Open
        </Link>
      </p>
      {isLive && <p className="mt-3 text-muted">Everybody can read it. Its date stays.</p>}
    </Peek>
  )
}
