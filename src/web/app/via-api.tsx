import { Suspense, useState } from 'react'

import { late } from '#web/parts/late.ts'
import { PopoverButton } from '#web/parts/popover-button.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'

const ViaApiPanel = late(() => import('#web/app/via-api-panel.tsx'))

/** On every screen: the calls that it just made, as an agent would make them. */
export function ViaApi() {
  const [isOpened, setOpened] = useState(false)
  return (
    <PopoverButton
      label="Via API"
      panel="Via API"
      look="quiet"
      width={420}
      parts={[ViaApiPanel]}
      onOpen={() => setOpened(true)}
    >
      {isOpened && (
        <Suspense fallback={<Skeleton className="h-80" />}>
          <ViaApiPanel />
        </Suspense>
      )}
    </PopoverButton>
  )
}
