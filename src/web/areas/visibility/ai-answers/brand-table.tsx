import type { BrandFigures } from '#web/areas/visibility/ai-answers/answer-types.ts'
import { modeWords, shareWords, valueWords } from '#web/areas/visibility/ai-answers/finding.ts'
import { type Column, DataTable } from '#web/parts/data-table.tsx'

const columns: Column<BrandFigures>[] = [
  { title: 'Brand', cellClass: 'font-medium', cell: ({ brandName }) => brandName },
  {
    title: 'Basis',
    className: 'max-md:hidden',
    cellClass: 'text-muted',
    cell: ({ mode, n }) => `${modeWords(mode)}, n ${n}`,
  },
  { title: 'Named', cellClass: 'tabular-nums', cell: ({ metrics }) => shareWords(metrics.visibility) },
  { title: 'Cited', cellClass: 'tabular-nums', cell: ({ metrics }) => shareWords(metrics.citationRate) },
  {
    title: 'Place',
    className: 'max-lg:hidden',
    cellClass: 'tabular-nums',
    cell: ({ metrics }) => valueWords(metrics.avgPosition),
  },
  {
    title: 'Tone',
    className: 'max-lg:hidden',
    cellClass: 'tabular-nums',
    cell: ({ metrics }) => valueWords(metrics.sentiment),
  },
]

/** Every tracked brand, the own one first. */
export function BrandTable({ figures }: { figures: readonly BrandFigures[] }) {
  return (
    <DataTable label="Brands" columns={columns} rows={figures} keyOf={({ brandId, mode }) => `${brandId} ${mode}`} />
  )
}
