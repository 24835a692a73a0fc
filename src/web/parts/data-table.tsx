import { clsx } from 'clsx'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { Skeleton } from '#web/parts/skeleton.tsx'

export type Column<Row> = {
  title: string
  /** Read aloud, not shown. */
  isTitleHidden?: boolean
  cell(row: Row): ReactNode
  /** Width and visibility, for head and cells. */
  className?: string
  /** For the cells only. */
  cellClass?: string
}

type Props<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string
  rowClass?(row: Row): string | undefined
  /** A click anywhere on a row; its cells contain a link for the keyboard, marked with `data-row-link`. */
  onOpen?(row: Row): void
}

/** A list as a table; under 640 px every row is a card. Arrow keys, `j` and `k` move between the links of the rows. */
export function DataTable<Row>({ label, columns, rows, keyOf, rowClass, onOpen }: Props<Row>) {
  return (
    <table aria-label={label} className="w-full table-fixed text-left max-sm:block">
      <thead className="border-b border-line text-sm text-muted max-sm:hidden">
        <tr>
          {columns.map(({ title, isTitleHidden, className }) => (
            <th key={title} scope="col" className={clsx('px-3 py-2.5 font-medium first:pl-4 last:pr-4', className)}>
              {isTitleHidden ? <span className="sr-only">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block" onKeyDown={move}>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            onClick={onOpen && ((event) => !isControl(event) && onOpen(row))}
            className={clsx(
              'border-b border-line last:border-0 max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1.5 max-sm:px-4 max-sm:py-3.5',
              onOpen && 'cursor-pointer hover:bg-raised/60',
              rowClass?.(row),
            )}
          >
            {columns.map(({ title, cell, className, cellClass }) => (
              <td
                key={title}
                className={clsx(
                  'px-3 py-2.5 align-top first:pl-4 last:pr-4 max-sm:w-auto max-sm:max-w-full max-sm:!p-0',
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
        <div key={index} className={clsx('flex items-center gap-6 border-b border-line px-4 last:border-0', rowHeight)}>
          <Skeleton className="h-4 w-24 max-sm:hidden" />
          <span className="flex-1">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="mt-2 h-3 w-2/5" />
          </span>
          <Skeleton className="h-5 w-20 rounded-full" />
        </div>
      ))}
    </div>
  )
}

function isControl({ target }: MouseEvent): boolean {
  const isPressed = target instanceof Element && target.closest('a, button, input, select, label, summary') !== null
  return isPressed || getSelection()?.isCollapsed === false
}

function move(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')]
  const at = links.findIndex((link) => link === document.activeElement)
  if (at === -1) return
  event.preventDefault()
  links[at + step]?.focus()
}
