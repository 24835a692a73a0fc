import { kindName, tokensOf } from '#web/areas/library/entry-words.ts'
import type { Entry } from '#web/areas/library/library/library-search.ts'
import { Button } from '#web/parts/button.tsx'
import { type Column, DataTable } from '#web/parts/data-table.tsx'
import { Time } from '#web/parts/time.tsx'

type Props = { entries: readonly Entry[]; onOpen(entry: Entry): void; onDelete?: ((entry: Entry) => void) | undefined }

/** The entries: what each says, of which kind it is, what it costs to read, until when it holds. */
export function EntryTable({ entries, onOpen, onDelete }: Props) {
  const columns: Column<Entry>[] = [
    { title: 'Entry', className: 'max-sm:w-full!', cell: (entry) => <Subject entry={entry} onOpen={onOpen} /> },
    { title: 'Kind', className: 'w-28', cell: ({ kind }) => kindName(kind) },
    {
      title: 'Size',
      className: 'w-24 pr-8! text-right max-md:hidden',
      cell: ({ bodyLength }) => tokensOf(bodyLength),
    },
    { title: 'Valid until', className: 'w-32 max-sm:hidden', cell: (entry) => <Validity entry={entry} /> },
    { title: 'Version', className: 'w-22 pr-8! text-right max-lg:hidden', cell: ({ version }) => version },
    {
      title: 'Changed',
      className: 'w-24 max-lg:hidden',
      cellClass: 'text-muted',
      cell: ({ updatedAt }) => <Time at={updatedAt} isShort />,
    },
  ]
  const remove: Column<Entry> = {
    title: 'Actions',
    isTitleHidden: true,
    className: 'w-20 max-sm:ml-auto',
    cell: (entry) => (
      <Button size="small" look="quiet" aria-label={`Delete… ${entry.title}`} onClick={() => onDelete?.(entry)}>
        Delete…
      </Button>
    ),
  }
  return (
    <DataTable
      label="Context Library"
      columns={onDelete ? [...columns, remove] : columns}
      rows={entries}
      keyOf={({ id }) => id}
      onOpen={onOpen}
    />
  )
}

function Subject({ entry, onOpen }: { entry: Entry; onOpen(entry: Entry): void }) {
  const { title, excerpt, untrusted, tags, pinned } = entry
  return (
    <>
      <button
        type="button"
        data-row-link
        onClick={() => onOpen(entry)}
        className="t-row block max-w-full text-left wrap-anywhere hover:underline"
      >
        {title}
      </button>
      <span className="line-clamp-2 text-sm text-muted wrap-anywhere">{excerpt ?? untrusted?.text}</span>
      {(pinned || untrusted || tags.length > 0) && (
        <span className="flex flex-wrap gap-x-3 text-sm">
          {pinned && <span className="font-medium">In every brief</span>}
          {untrusted && <span className="text-warn-ink">From the web</span>}
          {tags.length > 0 && <span className="mono text-muted">{tags.join(', ')}</span>}
        </span>
      )}
    </>
  )
}

function Validity({ entry: { validUntil } }: { entry: Entry }) {
  if (validUntil === null) return <span className="text-muted">no end</span>
  const isOver = new Date(validUntil).getTime() < Date.now()
  return (
    <span className={isOver ? 'text-warn-ink' : ''}>
      {day.format(new Date(validUntil))}
      {isOver && ', over'}
    </span>
  )
}

// The form keeps the end of a day in UTC.
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
