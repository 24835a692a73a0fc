import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useOrganization } from '#web/context.ts'
import type { CalendarEntry } from '#web/operations.ts'
import { entryLook, isByAgent, timeIn } from '#web/areas/publishing/calendar/entry-words.ts'

type Props = { entry: CalendarEntry; timezone: string; isOneLine?: boolean }

/** What goes live, or went live, as a link: its bar says whether it is live and who wrote it, and so do words for the ear. */
export function Entry({ entry, timezone, isOneLine = false }: Props) {
  const { slug } = useOrganization()
  const { id, title, status, publishAt } = entry
  return (
    <div className={clsx('min-w-0 pl-2', entryLook(entry))}>
      <Link
        to="/o/$orgSlug/content/$itemId"
        params={{ orgSlug: slug, itemId: id }}
        className={clsx(
          'block font-serif text-[13.5px] leading-[17px] font-medium wrap-anywhere hover:underline',
          isOneLine ? 'truncate' : 'line-clamp-3',
        )}
      >
        {title}
      </Link>
      <span className="mono block text-muted">
        {status === 'published' && 'live '}
        <time dateTime={publishAt}>{timeIn(timezone, publishAt)}</time>
        <span className="sr-only">
          {status === 'scheduled' && ', scheduled'}
          {isByAgent(entry) && ', by an agent'}
        </span>
      </span>
    </div>
  )
}
