import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { ContentSearch } from '#web/areas/content/content-list/content-search.ts'
import { Rename } from '#web/areas/taxonomies/rename.tsx'
import { renamed } from '#web/areas/taxonomies/renamed.ts'
import { useOrganization } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { type Column, DataTable } from '#web/parts/data-table.tsx'
import { MenuEntry, RowMenu } from '#web/parts/row-menu.tsx'
import type { Order } from '#web/parts/table-controls.tsx'

export type RecordAct = 'edit' | 'merge' | 'delete'
/** A category, a tag or an author. */
type Named = { id: string; name: string; slug: string; postCount: number }
/** The live articles of a record: its filter of the list of content, and the word between their number and its name. */
type Articles = { of: Pick<ContentSearch, 'author' | 'category' | 'collection' | 'tag'>; word: 'of' | 'by' }

/** What the list of a screen shows of its records, and may do with them. */
export type RecordList<R extends Named> = {
  records: readonly R[]
  order: Order
  mayChange: boolean
  mayDelete: boolean
  onAct(act: RecordAct, record: R): void
}

type Props<R extends Named> = RecordList<R> & {
  label: string
  /** The most characters of a name. */
  longestName: number
  /** The column of what a record is for. */
  about: Omit<Column<R>, 'className' | 'cellClass'>
  onRename(record: R, name: string): Promise<unknown>
  pictureOf?(record: R): ReactNode
  articlesOf(record: R): Articles
}

/** Records that articles have: name, slug, what they are for, how many articles are live under them. */
export function RecordTable<R extends Named>(props: Props<R>) {
  const { label, records, order, mayChange, mayDelete, longestName, about, onRename, pictureOf, articlesOf, onAct } =
    props
  const nameOf = (record: R) =>
    mayChange ? (
      <Rename
        name={record.name}
        maxLength={longestName}
        onRename={(name) => renamed(record.name, name, (wanted) => onRename(record, wanted))}
      />
    ) : (
      <span className="t-row">{record.name}</span>
    )
  const columns: Column<R>[] = [
    {
      title: 'Name',
      order: 'name',
      className: 'w-1/4 max-sm:w-full!',
      cell: (record) =>
        pictureOf ? (
          <span className="flex items-center gap-2.5">
            {pictureOf(record)}
            {nameOf(record)}
          </span>
        ) : (
          nameOf(record)
        ),
    },
    { title: 'Slug', className: 'w-1/6 max-md:hidden', cellClass: 'mono wrap-anywhere', cell: ({ slug }) => slug },
    { ...about, className: 'max-lg:hidden', cellClass: 'text-muted wrap-anywhere' },
    {
      title: 'Live',
      order: 'postCount',
      className: 'w-20',
      cell: (record) => <Count record={record} articles={articlesOf(record)} />,
    },
    {
      title: 'Actions',
      isTitleHidden: true,
      className: 'w-32 max-sm:ml-auto',
      cellClass: 'sm:text-right',
      cell: (record) => <Actions {...{ record, mayChange, mayDelete, onAct }} />,
    },
  ]
  return <DataTable label={label} columns={columns} rows={records} keyOf={({ id }) => id} order={order} />
}

type ActionsProps<R extends Named> = Pick<RecordList<R>, 'mayChange' | 'mayDelete' | 'onAct'> & { record: R }

function Actions<R extends Named>({ record, mayChange, mayDelete, onAct }: ActionsProps<R>) {
  const { name } = record
  return (
    <div className="flex gap-1 sm:justify-end">
      {mayChange && (
        <Button size="small" look="quiet" aria-label={`Edit ${name}…`} onClick={() => onAct('edit', record)}>
          Edit…
        </Button>
      )}
      {mayDelete && (
        <RowMenu label={`More about ${name}`}>
          <MenuEntry label="Merge…" of={name} onPress={() => onAct('merge', record)} />
          <MenuEntry label="Delete…" of={name} onPress={() => onAct('delete', record)} />
        </RowMenu>
      )}
    </div>
  )
}

function Count({ record: { name, postCount }, articles: { of, word } }: { record: Named; articles: Articles }) {
  const { slug } = useOrganization()
  return (
    <Link
      to="/o/$orgSlug/content"
      params={{ orgSlug: slug }}
      search={{ tab: 'published', ...of }}
      aria-label={`${postCount} live articles ${word} ${name}`}
      className="inline-block min-h-6 min-w-6 tabular-nums underline underline-offset-4"
    >
      {postCount.toLocaleString('en')}
      <span className="sm:hidden"> live</span>
    </Link>
  )
}
