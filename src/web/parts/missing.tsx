import { Suspense } from 'react'

import type { OperationError } from '#web/operation-error.ts'
import { late } from '#web/parts/late.ts'

const WhatIsMissing = late(() => import('#web/parts/what-is-missing.tsx'))

/** What a call that is refused with 424 needs, once the code for it is there. */
export function Missing({ error }: { error: OperationError }) {
  return (
    <Suspense>
      <WhatIsMissing error={error} />
    </Suspense>
  )
}
