import { Link } from '@tanstack/react-router'

import { type Collection, kindWords } from '#web/areas/collections/collection-words.ts'
import { EnabledSwitch } from '#web/areas/collections/collections/enabled-switch.tsx'
import { countOf } from '#web/areas/content/item-words.tsx'
import { useOrganization } from '#web/context.ts'
import { DataTable, type Column } from '#web/parts/data-table.tsx'

type Props = { collections: readonly Collection[]; mayChange: boolean; isOpen: boolean }

/** The collections: what they are, where their items are found, how many there are, whether they are in use. */
export function CollectionTable({ collections, mayChange, isOpen }: Props) {
  const { slug: orgSlug } = useOrganization()
  const columns: Column<Collection>[] = [
    {
      title: 'Name',
      className: 'w-1/4 max-sm:w-full!',
      cell: ({ slug, name }) => (
        <Link
          to="/o/$orgSlug/settings/collections/$collection"
          params={{ orgSlug, collection: slug }}
          className="t-row inline-block min-h-6 wrap-anywhere hover:underline"
        >
          {name}
        </Link>
      ),
    },
    {
      title: 'Kind',
      className: 'w-36 max-md:hidden',
      cellClass: 'text-muted',
      cell: ({ kind }) => kindWords[kind],
    },
    {
      title: 'Addresses',
      cellClass: 'mono wrap-anywhere',
      className: 'max-sm:w-full!',
      cell: ({ urlTemplate }) => urlTemplate,
    },
    {
      title: 'Items',
      className: 'w-44',
      cell: ({ id, counts }) => (
        <Link
          to="/o/$orgSlug/content"
          params={{ orgSlug }}
          search={{ collection: id }}
          className="inline-block min-h-6 underline underline-offset-4"
        >
          {countOf(counts.total, 'item')}
          {counts.published > 0 && `, ${counts.published.toLocaleString('en')} live`}
        </Link>
      ),
    },
    {
      title: 'In use',
      className: 'w-32 max-sm:ml-auto',
      cellClass: 'md:py-1!',
      cell: (collection) => <EnabledSwitch {...{ collection, mayChange, isOpen }} />,
    },
  ]
  return (
    <DataTable
      label="Collections"
      columns={columns}
      rows={collections}
      keyOf={({ id }) => id}
      rowClass={() => '*:align-middle!'}
    />
  )
}
