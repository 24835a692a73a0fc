import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'

import { type CsvCell, csvText } from '#std/csv-text.ts'
import { saveFile } from '#web/parts/save-file.ts'

type Props = {
  /** What the table is called. */
  label: string
  /** The name of the CSV file, without its ending. */
  file: string
  head: readonly string[]
  rows: readonly (readonly CsvCell[])[]
  /** How the chart is read. */
  legend?: ReactNode
  children: ReactNode
}

/** A chart with the same numbers as a table, which is always there for those who do not see the chart, and as CSV. */
export function ChartFrame({ label, file, head, rows, legend, children }: Props) {
  const [isTable, setTable] = useState(false)
  return (
    <figure>
      {children}
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
        {legend}
        <button type="button" aria-expanded={isTable} onClick={() => setTable(!isTable)} className={linkLook}>
          {isTable ? 'Hide the table' : 'Show as a table'}
        </button>
        <SaveCsv file={file} rows={[head, ...rows]} label={label} />
      </figcaption>
      <div className={clsx(isTable ? 'mt-2 max-h-80 overflow-auto' : 'sr-only')} tabIndex={isTable ? 0 : undefined}>
        <table aria-label={label} className="w-full text-left tabular-nums">
          <thead className="border-b border-edge text-sm text-muted">
            <tr>
              {head.map((one) => (
                <th key={one} scope="col" className="py-1.5 pr-3 font-medium">
                  {one}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <tr key={cells.join(' ')} className="border-b border-line">
                {cells.map((cell, at) => (
                  <td key={head[at]} className="py-1.5 pr-3">
                    {cell ?? '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

/** A quiet button that saves rows as CSV. */
export function SaveCsv({
  file,
  rows,
  label,
}: {
  file: string
  rows: readonly (readonly CsvCell[])[]
  /** What the rows are. */
  label: string
}) {
  return (
    <button
      type="button"
      onClick={() => saveFile(`${file}.csv`, csvText(rows), 'text/csv;charset=utf-8')}
      className={linkLook}
    >
      CSV<span className="sr-only"> of {label}</span>
    </button>
  )
}

const linkLook = 'min-h-6 text-sm text-muted underline underline-offset-3 hover:text-ink print:hidden'
