import { Link, type LinkProps } from '@tanstack/react-router'
import { clsx } from 'clsx'

import { entryLook, isByAgent, timeIn } from '#web/areas/publishing/calendar/entry-words.ts'
import type { CalendarEntry } from '#web/operations.ts'

type Props = {
  entry: CalendarEntry
  timezone: string
  link: LinkProps
  /** In a grid of which only one day is reached by Tab. */
  tabIndex?: number
}

/** What goes live, or went live, as a link: its bar says whether it is live and who wrote it, and so do words for the ear. */
export function Entry({ entry, timezone, link, tabIndex }: Props) {
  const { title, status, publishAt } = entry
  return (
    <div className={clsx('min-w-0 pl-2', entryLook(entry))}>
      <Link
        {...link}
        resetScroll={false}
        activeProps={{}}
        draggable={false}
        tabIndex={tabIndex}
        className="line-clamp-2 font-serif text-[13.5px] leading-[17px] font-medium wrap-anywhere hover:underline"
      >
        {title}
      </Link>
      <span className="mono block text-muted">
        <time dateTime={publishAt}>{timeIn(timezone, publishAt)}</time>
        <span className="sr-only">
          {status === 'published' ? ', live' : ', scheduled'}
          {isByAgent(entry) && ', by an agent'}
        </span>
      </span>
    </div>
  )
}
