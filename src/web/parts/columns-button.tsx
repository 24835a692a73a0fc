import { Suspense, useState } from 'react'

import { late } from '#web/parts/late.ts'
import { PopoverButton } from '#web/parts/popover-button.tsx'
import type { ColumnChoice } from '#web/parts/use-columns.ts'

const ColumnsPanel = late(() => import('#web/parts/columns-panel.tsx'))

/** Chooses the columns of a list. On a phone there are none to choose. */
export function ColumnsButton({ choice }: { choice: ColumnChoice }) {
  const [isOpened, setOpened] = useState(false)
  return (
    <PopoverButton
      label="Columns"
      panel="Columns"
      look="quiet"
      width={180}
      className="max-md:hidden"
      onOpen={() => setOpened(true)}
    >
      {isOpened && (
        <Suspense>
          <ColumnsPanel choice={choice} />
        </Suspense>
      )}
    </PopoverButton>
  )
}
