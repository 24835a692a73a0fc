import { ArrowRight } from 'lucide-react'

import { readableAddress } from '#std/readable-address.ts'
import type { Redirect } from '#web/areas/seo/redirects/redirects-search.ts'
import { Button } from '#web/parts/button.tsx'
import { DataTable, type Column } from '#web/parts/data-table.tsx'
import { Time } from '#web/parts/time.tsx'

type Props = { redirects: readonly Redirect[]; onDelete: ((redirect: Redirect) => void) | undefined }

/** The redirects as a table: from, to, why, how often, since when. */
export function RedirectTable({ redirects, onDelete }: Props) {
  const columns: Column<Redirect>[] = [
    {
      title: 'From',
      cellClass: 'mono [overflow-wrap:anywhere]',
      className: 'max-sm:w-full!',
      cell: (row) => readableAddress(row.fromPath),
    },
    {
      title: 'To',
      cellClass: 'mono [overflow-wrap:anywhere]',
      className: 'max-sm:w-full!',
      cell: ({ to }) => (
        <>
          <ArrowRight aria-hidden className="mr-1 inline size-3 sm:hidden" />
          {readableAddress(to)}
        </>
      ),
    },
    { title: 'Why', className: 'w-28', cell: ({ reason }) => reasons[reason] },
    {
      title: 'Hits',
      className: 'w-16 max-md:hidden',
      cellClass: 'tabular-nums',
      cell: ({ hits }) => hits.toLocaleString('en'),
    },
    {
      title: 'Since',
      className: 'w-28 max-lg:hidden',
      cellClass: 'text-muted',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ]
  const remove: Column<Redirect> = {
    title: 'Actions',
    isTitleHidden: true,
    className: 'w-24 max-sm:ml-auto',
    cell: (row) => (
      <Button
        size="small"
        look="quiet"
        aria-label={`Delete ${readableAddress(row.fromPath)}`}
        onClick={() => onDelete?.(row)}
      >
        Delete…
      </Button>
    ),
  }
  return (
    <DataTable
      label="Redirects"
      columns={onDelete ? [...columns, remove] : columns}
      rows={redirects}
      keyOf={({ id }) => id}
    />
  )
}

const reasons: Record<Redirect['reason'], string> = {
  consolidation: 'Merge',
  slug_change: 'New slug',
  manual: 'By hand',
  import: 'Import',
}
