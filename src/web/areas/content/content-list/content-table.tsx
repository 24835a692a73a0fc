import { Suspense } from 'react'

import { orders, type ContentSearch } from '#web/areas/content/content-list/content-search.ts'
import { ItemLink } from '#web/areas/content/item-link.tsx'
import { ChecksFound, ItemState } from '#web/areas/content/item-words.tsx'
import type { ManagerItem } from '#web/operations.ts'
import { DataTable, type Column } from '#web/parts/data-table.tsx'
import { late } from '#web/parts/late.ts'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { orderOf } from '#web/parts/table-controls.tsx'
import { Time } from '#web/parts/time.tsx'
import type { ColumnChoice } from '#web/parts/use-columns.ts'
import type { Selection } from '#web/parts/use-selection.ts'
import { Who } from '#web/parts/who.tsx'

type Props = {
  items: ManagerItem[]
  asked: ContentSearch
  selection: Selection<ManagerItem>
  columns: ColumnChoice
  onOrder(order: string): void
  onPeek(item: ManagerItem): void
}

const MatchedBy = late(() => import('#web/areas/content/content-list/matched-by.tsx'))
const ListedFigure = late(() => import('#web/areas/analytics/listed-figure.tsx'))

/** The columns that a person can leave out or add. */
export const contentColumns = [
  { title: 'State' },
  { title: 'By' },
  { title: 'Collection', isOptional: true },
  { title: 'Checks' },
  { title: 'Words', isOptional: true },
  { title: 'Views', isOptional: true },
  { title: 'Clicks', isOptional: true },
  { title: 'Published', isOptional: true },
  { title: 'Changed' },
]

/** The items, 36 px each; on a phone two lines. */
export function ContentTable({ items, asked, selection, columns, onOrder, onPeek }: Props) {
  const itemIds = items.map(({ id }) => id)
  const figure = (title: string, name: 'viewsHuman' | 'clicks'): Column<ManagerItem> => ({
    title,
    className: 'text-right max-sm:hidden',
    cell: ({ id }) => (
      <Suspense>
        <ListedFigure itemIds={itemIds} itemId={id} figure={name} />
      </Suspense>
    ),
  })
  const all: Column<ManagerItem>[] = [
    {
      title: 'Title',
      order: 'title',
      className:
        'w-full max-w-0 truncate max-sm:w-full! max-sm:max-w-full max-sm:wrap-anywhere max-sm:whitespace-normal',
      cell: (item) => <Title item={item} asked={asked} />,
    },
    { title: 'State', cell: (item) => <ItemState item={item} /> },
    {
      title: 'By',
      className: 'max-lg:hidden max-w-44 truncate max-sm:block max-sm:text-muted max-sm:empty:hidden',
      cell: By,
    },
    { title: 'Collection', className: 'max-sm:hidden', cell: ({ collectionSlug }) => collectionSlug },
    { title: 'Checks', cell: ({ checks }) => <ChecksFound checks={checks} /> },
    {
      title: 'Words',
      className: 'text-right max-sm:hidden',
      cell: ({ wordCount }) => wordCount?.toLocaleString('en') ?? '',
    },
    figure('Views', 'viewsHuman'),
    figure('Clicks', 'clicks'),
    {
      title: 'Published',
      order: 'publishAt',
      className: 'text-right text-muted max-sm:hidden',
      cell: ({ publishAt, status }) => status === 'published' && publishAt && <Time at={publishAt} isShort />,
    },
    {
      title: 'Changed',
      order: 'updatedAt',
      className: 'text-right text-muted max-sm:ml-auto',
      cell: ({ updatedAt }) => <Time at={updatedAt} isShort />,
    },
  ]
  return (
    <DataTable
      label="Content"
      isDense
      columns={all.filter(({ title }) => columns.isShown(title))}
      rows={items}
      keyOf={({ id }) => id}
      nameOf={({ title }) => title}
      rowClass={({ id }) => (id === asked.peek || selection.has(id) ? 'bg-raised' : undefined)}
      selection={selection}
      order={orderOf(asked.order ?? orders[0][0], onOrder, (name) => name !== 'title')}
      onOpen={onPeek}
      onPeek={onPeek}
    />
  )
}

/** Whose it is: its authors, otherwise who wrote it. */
function By({ authors, writer }: ManagerItem) {
  if (authors.length === 0 && writer?.type === 'agent') return <Who isAgent>{writer.name ?? 'An agent'}</Who>
  return authors.map(({ name }) => name).join(', ') || writer?.name
}

// As wide as what is seen of it, so that the ring of the focus goes around.
const titleLook = 't-row inline-block max-w-full truncate hover:underline max-sm:t-item max-sm:whitespace-normal'

function Title({ item, asked }: { item: ManagerItem; asked: ContentSearch }) {
  return (
    <>
      <ItemLink id={item.id} isInRow className={titleLook}>
        {item.title}
      </ItemLink>
      {asked.search && (
        <Suspense>
          <MatchedBy item={item} search={asked.search} />
        </Suspense>
      )}
    </>
  )
}

/** As many rows as a window shows, in their final height. */
export function ContentTableSkeleton() {
  return (
    <div role="status" aria-label="Reading the list" className="pt-7">
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className="flex h-[37px] items-center gap-6 border-b border-line max-sm:h-[67px]">
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-20" />
          <Skeleton className="h-4 w-16 max-sm:hidden" />
        </div>
      ))}
    </div>
  )
}
