import { Link } from '@tanstack/react-router'

import { nameOf, sizeOf } from '#web/areas/media/media-words.ts'
import { Standing } from '#web/areas/media/media/media-grid.tsx'
import type { Media, MediaSearch } from '#web/areas/media/media/media-search.ts'
import { Thumbnail } from '#web/areas/media/thumbnail.tsx'
import { type Column, DataTable } from '#web/parts/data-table.tsx'
import { Time } from '#web/parts/time.tsx'

type Props = { items: readonly Media[]; asked: MediaSearch; onPeek(media: Media): void }

/** The pictures below each other, with their texts. */
export function MediaTable({ items, asked, onPeek }: Props) {
  const columns: Column<Media>[] = [
    {
      title: 'Picture',
      isTitleHidden: true,
      className: 'w-16',
      cell: (media) => <Thumbnail media={media} width={160} isDecoration className="h-8 rounded-lg object-cover" />,
    },
    {
      title: 'Name',
      className: 'max-sm:w-1/2!',
      cell: (media) => (
        <Link
          to="/o/$orgSlug/media"
          from="/o/$orgSlug/media"
          search={{ ...asked, peek: media.id }}
          resetScroll={false}
          activeProps={{}}
          data-row-link
          className="mono block truncate"
        >
          {nameOf(media)}
        </Link>
      ),
    },
    { title: 'Alt text', className: 'max-sm:hidden', cellClass: 'truncate', cell: ({ alt }) => alt ?? '' },
    { title: 'Use', className: 'w-28', cell: (media) => <Standing media={media} /> },
    { title: 'Size', className: 'w-20 max-lg:hidden', cell: ({ bytes }) => (bytes === null ? '' : sizeOf(bytes)) },
    {
      title: 'Added',
      className: 'w-24 max-md:hidden',
      cellClass: 'text-muted',
      cell: ({ createdAt }) => <Time at={createdAt} isShort />,
    },
  ]
  return (
    <DataTable
      label="Media"
      columns={columns}
      rows={items}
      keyOf={({ id }) => id}
      rowClass={({ id }) => (id === asked.peek ? 'bg-raised' : undefined)}
      onOpen={onPeek}
    />
  )
}
