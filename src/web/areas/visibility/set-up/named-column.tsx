import { modeWords, shareWords } from '#web/areas/visibility/ai-answers/finding.ts'
import type { Competitor } from '#web/areas/visibility/set-up/set-up-types.ts'
import type { Column } from '#web/parts/data-table.tsx'

type Measured = Pick<Competitor, 'metrics'>

/** In which share of the answers of 28 days a brand was named, by how engines were asked. */
export const namedColumn = <Row extends Measured>(more = ''): Column<Row> => ({
  title: 'Named, 28 days',
  className: `w-48 ${more}`,
  cellClass: 'tabular-nums',
  cell: ({ metrics }) =>
    metrics.length === 0 ? (
      <span className="text-muted">no answers</span>
    ) : (
      metrics.map(({ mode, visibility }) => (
        <div key={mode}>
          {shareWords(visibility)} <span className="text-muted">{modeWords[mode].toLowerCase()}</span>
        </div>
      ))
    ),
})
