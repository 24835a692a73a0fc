import { ChevronLeft, ChevronRight } from 'lucide-react'

import type { ListOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'

/** "21 to 40 of 312", with the way back and forth. */
export function Pagination({ list, onPage }: { list: Omit<ListOf<unknown>, 'items'>; onPage(page: number): void }) {
  const { page, pageSize, total, hasMore } = list
  if (total <= pageSize && page === 1) return null
  const first = (page - 1) * pageSize + 1
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3 py-3">
      <p className="text-sm text-muted tabular-nums">
        {first > total ? 'Nothing' : `${whole(first)} to ${whole(Math.min(total, page * pageSize))}`} of {whole(total)}
      </p>
      <div className="flex gap-2">
        <Button disabled={page === 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden strokeWidth={1.75} /> Previous
        </Button>
        <Button disabled={!hasMore} onClick={() => onPage(page + 1)}>
          Next <ChevronRight aria-hidden strokeWidth={1.75} />
        </Button>
      </div>
    </nav>
  )
}

function whole(value: number): string {
  return value.toLocaleString('en')
}
