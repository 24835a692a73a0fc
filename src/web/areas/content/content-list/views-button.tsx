import { Suspense, useState } from 'react'

import type { ContentSearch } from '#web/areas/content/content-list/content-search.ts'
import { late } from '#web/parts/late.ts'
import { PopoverButton } from '#web/parts/popover-button.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { usePreload } from '#web/use-preload.ts'

const ViewsPanel = late(() => import('#web/areas/content/content-list/views-panel.tsx'))

/** Filters, tab and order under a name, to come back to. */
export function ViewsButton({ asked }: { asked: ContentSearch }) {
  const [isOpened, setOpened] = useState(false)
  usePreload(ViewsPanel)
  return (
    <PopoverButton
      label="Views"
      panel="Views"
      look="quiet"
      width={260}
      parts={[ViewsPanel]}
      onOpen={() => setOpened(true)}
    >
      {isOpened && (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <ViewsPanel asked={asked} />
        </Suspense>
      )}
    </PopoverButton>
  )
}
