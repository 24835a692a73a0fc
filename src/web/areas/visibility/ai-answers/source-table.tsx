import type { Source } from '#web/areas/visibility/ai-answers/answer-types.ts'
import { shareWords } from '#web/areas/visibility/ai-answers/finding.ts'
import { type Column, DataTable } from '#web/parts/data-table.tsx'

const columns: Column<Source>[] = [
  { title: 'Source', cellClass: 'mono [overflow-wrap:anywhere]', cell: ({ source }) => source },
  { title: 'Whose', className: 'w-28', cellClass: 'text-muted', cell: ({ type }) => type },
  { title: 'Used in', cellClass: 'tabular-nums', cell: ({ usedRate }) => shareWords(usedRate) },
  {
    title: 'Citations',
    className: 'w-24 max-md:hidden',
    cellClass: 'tabular-nums',
    cell: ({ citations }) => citations,
  },
  {
    title: 'Without you',
    className: 'w-28 max-md:hidden',
    cellClass: 'tabular-nums',
    cell: ({ competitorOnly }) => competitorOnly,
  },
]

/** What answers rest on. */
export function SourceTable({ sources }: { sources: readonly Source[] }) {
  return (
    <DataTable label="Sources" columns={columns} rows={sources} keyOf={({ source, mode }) => `${source} ${mode}`} />
  )
}
