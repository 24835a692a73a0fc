import { Link } from '@tanstack/react-router'

import { ChecksFound } from '#web/areas/content/item-words.tsx'
import { useCalendarLink } from '#web/areas/publishing/calendar/calendar-link.ts'
import { useOrganization } from '#web/context.ts'
import type { ManagerItem } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { useDraggable } from '#web/parts/use-drag.ts'

type Props = {
  drafts: readonly ManagerItem[]
  total: number
  /** Whether they are all drafts, or only those that are ready. */
  hasAll: boolean
  mayMove: boolean
  onSchedule(item: ManagerItem): void
}

/** Drafts without a date, at first those that are ready: dragged onto a day, or given a time by the button or the key. */
export function Tray({ drafts, total, hasAll, mayMove, onSchedule }: Props) {
  const link = useCalendarLink()
  return (
    <section aria-labelledby="tray" className="min-w-0">
      <div className="flex items-baseline justify-between border-b border-line pb-2">
        <h2 id="tray" className="t-head">
          {hasAll ? 'Drafts, no date' : 'Ready, no date'}
        </h2>
        <span className="text-muted">{total.toLocaleString('en')}</span>
      </div>
      <ul>
        {drafts.map((item) => (
          <Draft key={item.id} {...{ item, mayMove, onSchedule }} />
        ))}
      </ul>
      {drafts.length === 0 && (
        <p className="border-b border-line py-2.5 text-muted">
          {hasAll ? 'No draft waits for a date.' : 'Nothing is ready yet. Drafts without errors wait here for a date.'}
        </p>
      )}
      {mayMove && drafts.length > 0 && (
        <p className="pt-2.5 text-muted max-lg:hidden">
          Drag one onto a day, or press <kbd className="mono">s</kbd> on it.
        </p>
      )}
      <p className="flex flex-wrap gap-x-4 py-2.5">
        <Link {...link({ tray: hasAll ? undefined : 'all' })} className="underline underline-offset-3">
          {hasAll ? 'Only what is ready' : 'All drafts'}
        </Link>
        {total > drafts.length && <AllInContent more={total - drafts.length} />}
      </p>
    </section>
  )
}

/** Where the list of drafts goes on. */
function AllInContent({ more }: { more: number }) {
  const { slug: orgSlug } = useOrganization()
  return (
    <Link
      to="/o/$orgSlug/content"
      params={{ orgSlug }}
      search={{ tab: 'draft' }}
      className="text-muted underline underline-offset-3"
    >
      {more.toLocaleString('en')} more in Content
    </Link>
  )
}

function Draft({ item, mayMove, onSchedule }: Pick<Props, 'mayMove' | 'onSchedule'> & { item: ManagerItem }) {
  const { slug } = useOrganization()
  const ref = useDraggable<HTMLLIElement>(mayMove ? { kind: 'draft', id: item.id } : null)
  return (
    <li ref={ref} className={`border-b border-line py-2.5 ${mayMove ? 'lg:cursor-grab' : ''}`}>
      <Link
        to="/o/$orgSlug/content/$itemId"
        params={{ orgSlug: slug, itemId: item.id }}
        draggable={false}
        onKeyDown={(event) => {
          if (event.key !== 's' || !mayMove || event.ctrlKey || event.metaKey || event.altKey) return
          event.preventDefault()
          onSchedule(item)
        }}
        className="t-row block wrap-anywhere hover:underline"
      >
        {item.title}
      </Link>
      <div className="mt-0.5 flex items-center justify-between gap-3">
        <span className="min-w-0 truncate text-muted">
          <ChecksFound checks={item.checks} />
          {item.authors.length > 0 && ` · ${item.authors.map(({ name }) => name).join(', ')}`}
        </span>
        {mayMove && (
          <Button size="small" aria-label={`Schedule ${item.title}…`} onClick={() => onSchedule(item)}>
            Schedule…
          </Button>
        )}
      </div>
    </li>
  )
}
