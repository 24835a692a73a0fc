import { Suspense, useState } from 'react'

import { late } from '#web/parts/late.ts'
import { PopoverButton } from '#web/parts/popover-button.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import type { ColumnChoice } from '#web/parts/use-columns.ts'
import { usePreload } from '#web/use-preload.ts'

const ColumnsPanel = late(() => import('#web/parts/columns-panel.tsx'))

/** Chooses the columns of a list. On a phone there are none to choose. */
export function ColumnsButton({ choice }: { choice: ColumnChoice }) {
  const [isOpened, setOpened] = useState(false)
  usePreload(ColumnsPanel)
  return (
    <PopoverButton
      label="Columns"
      panel="Columns"
      look="quiet"
      width={180}
      className="max-md:hidden"
      parts={[ColumnsPanel]}
      onOpen={() => setOpened(true)}
    >
      {isOpened && (
        <Suspense fallback={<ColumnsSkeleton count={choice.columns.length} />}>
          <ColumnsPanel choice={choice} />
        </Suspense>
      )}
    </PopoverButton>
  )
}

function ColumnsSkeleton({ count }: { count: number }) {
  return (
    <div className="flex flex-col gap-2">
      {Array.from({ length: count }, (_, at) => (
        <Skeleton key={at} className="h-5 w-full" />
      ))}
    </div>
  )
}
