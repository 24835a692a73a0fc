import { clsx } from 'clsx'
import type { MouseEvent, PointerEvent, ReactNode } from 'react'

import { useRowKeys, type RowKeys } from '#web/parts/row-keys.ts'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { SelectAll, SelectRow, SortButton, type Order } from '#web/parts/table-controls.tsx'
import type { Selection } from '#web/parts/use-selection.ts'

export type Column<Row> = {
  title: string
  /** Read aloud, not shown. */
  isTitleHidden?: boolean
  cell(row: Row): ReactNode
  /** Width and visibility, for head and cells. */
  className?: string
  /** For the cells only. */
  cellClass?: string
  /** The name of the order by this column: a press on its title asks for it, a second one for the opposite (`-` before it). */
  order?: string
}

type Props<Row> = RowKeys<Row> & {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string
  /** What a row is called, for its checkbox. */
  nameOf?(row: Row): string
  rowClass?(row: Row): string | undefined
  /** Rows of one line, 36 px; columns as wide as their words, the one with `w-full` takes the rest. */
  isDense?: boolean
  selection?: Selection<Row>
  order?: Order
}

/**
 * A list as a table; under 640 px a row is two lines. A click on a row opens it, and so does its link, marked with `data-row-link`.
 * Its keys: `useRowKeys`.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, keyOf, nameOf, rowClass, isDense = false, selection, order, onOpen } = props
  const cellLook = isDense ? 'h-9 pr-3 whitespace-nowrap' : 'py-2 pr-3 align-baseline'
  return (
    <table aria-label={label} className={clsx('w-full text-left max-sm:block', isDense ? 'table-auto' : 'table-fixed')}>
      <thead className="border-b border-edge text-sm text-muted max-sm:hidden">
        <tr>
          {selection && (
            <th scope="col" className="w-7 py-1.5 pr-3">
              <SelectAll rows={rows} keyOf={keyOf} selection={selection} />
            </th>
          )}
          {columns.map(({ title, isTitleHidden, className, order: name }) => (
            <th
              key={title}
              scope="col"
              aria-sort={name && order ? order.sortOf(name) : undefined}
              className={clsx('py-1.5 pr-3 font-medium whitespace-nowrap last:pr-0', className)}
            >
              {name && order ? (
                <SortButton title={title} name={name} order={order} />
              ) : (
                <span className={clsx(isTitleHidden && 'sr-only')}>{title}</span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block" {...useRowKeys(props)}>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            data-row={keyOf(row)}
            onClick={onOpen && ((event) => !isControl(event) && onOpen(row))}
            onPointerOver={nameWhole}
            className={clsx(
              'border-b border-line max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:py-3',
              onOpen && 'cursor-pointer hover:bg-raised',
              rowClass?.(row),
            )}
          >
            {selection && (
              <td className={clsx(cellLook, 'max-sm:hidden')}>
                <SelectRow
                  row={row}
                  rows={rows}
                  name={nameOf?.(row) ?? keyOf(row)}
                  keyOf={keyOf}
                  selection={selection}
                />
              </td>
            )}
            {columns.map(({ title, cell, className, cellClass }) => (
              <td
                key={title}
                className={clsx(
                  cellLook,
                  'last:pr-0 max-sm:h-auto max-sm:w-auto max-sm:max-w-full max-sm:!p-0',
                  className,
                  cellClass,
                )}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A placeholder for a table that is still loading, in its final size. */
export function TableSkeleton({ label, rows, rowHeight }: { label: string; rows: number; rowHeight: string }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={clsx('flex items-center gap-6 border-b border-line', rowHeight)}>
          <span className="flex-1">
            <Skeleton className="h-4 w-3/5" />
          </span>
          <Skeleton className="h-4 w-20" />
          <Skeleton className="h-4 w-24 max-sm:hidden" />
        </div>
      ))}
    </div>
  )
}

/** What a cell has no room for is read under the pointer. */
function nameWhole({ target }: PointerEvent): void {
  const cell = target instanceof Element ? target.closest('td') : null
  const cut = cell && [cell, ...cell.querySelectorAll<HTMLElement>('.truncate')].find(isCut)
  if (cut) cut.title = cut.textContent ?? ''
}

const isCut = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth

function isControl({ target }: MouseEvent): boolean {
  const isPressed = target instanceof Element && target.closest('a, button, input, select, label, summary') !== null
  return isPressed || getSelection()?.isCollapsed === false
}
