import { useState } from 'react'

import { CollectionTable } from '#web/areas/collections/collections/collection-table.tsx'
import { NewCollection } from '#web/areas/collections/collections/new-collection.tsx'
import { PlanGate, useIsOpen, useIsReadingPlan } from '#web/areas/collections/plan-gate.tsx'
import { Button } from '#web/parts/button.tsx'
import { TableSkeleton } from '#web/parts/data-table.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { useSingleKeys } from '#web/parts/single-keys.ts'
import { useAllowed } from '#web/use-catalog.ts'
import { useCollections } from '#web/whole-list.ts'

/** Settings > Collections: the folders of content, and which of them are in use. */
export function Collections() {
  const list = useCollections({ includeDisabled: true })
  const { isAllowed: mayChange, isPossible } = useAllowed('updateCollection')
  const isOpen = useIsOpen()
  const isReadingPlan = useIsReadingPlan()
  const isReading = list.isPending || isReadingPlan
  const [isMaking, setMaking] = useState(false)
  const mayCreate = mayChange && isOpen === true
  useSingleKeys(mayCreate ? { c: { label: 'New collection', run: () => setMaking(true) } } : {})

  return (
    <Page
      title="Collections"
      lead="The folders of your content. Each has its addresses, its authors and its own fields."
      isWide
      actions={
        <>
          {isPossible && (
            <Button look="ink" disabled={!mayCreate} onClick={() => setMaking(true)}>
              New collection
            </Button>
          )}
        </>
      }
    >
      {!isReading && <PlanGate />}
      {list.error && !list.items && <Problem error={list.error} onRetry={list.refetch} />}
      {isReading && <TableSkeleton label="Reading the collections" rows={5} rowHeight="h-[47px] max-sm:h-[96px]" />}
      {list.items && !isReading && (
        <CollectionTable collections={list.items} mayChange={mayChange} isOpen={isOpen ?? false} />
      )}
      {isMaking && <NewCollection onClose={() => setMaking(false)} />}
    </Page>
  )
}
