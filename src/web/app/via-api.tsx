import { Suspense, useState } from 'react'

import { late } from '#web/parts/late.ts'
import { PopoverButton } from '#web/parts/popover-button.tsx'

const ViaApiPanel = late(() => import('#web/app/via-api-panel.tsx'))

/** On every screen: the calls that it just made, as an agent would make them. */
export function ViaApi() {
  const [isOpened, setOpened] = useState(false)
  return (
    <PopoverButton label="Via API" panel="Via API" look="quiet" width={420} onOpen={() => setOpened(true)}>
      {isOpened && (
        <Suspense>
          <ViaApiPanel />
        </Suspense>
      )}
    </PopoverButton>
  )
}
