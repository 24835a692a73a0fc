import { useState } from 'react'

import { endingKeys, revokedKeys } from '#web/areas/account/api-access/key-queries.ts'
import { warnings, type KeyWarnings } from '#web/areas/account/api-access/key-warnings.ts'
import { useOperation } from '#web/use-operation.ts'

/**
 * Reads which keys end soon, and which of one's own somebody else revoked. `isPending` until both are known. `maxKeyDays`: how long a
 * new key may live.
 */
export function useKeyWarnings(userId: string): KeyWarnings & { isPending: boolean; maxKeyDays: number | null } {
  // The same time for as long as the page is open: another would be another query.
  const [now] = useState(() => Date.now())
  const ending = useOperation('listApiKeys', endingKeys(now))
  const revoked = useOperation('listApiKeys', revokedKeys(userId))
  const found = warnings(ending.data?.items ?? [], revoked.data?.items ?? [], { userId, now })
  return { ...found, maxKeyDays: ending.data?.maxKeyDays ?? null, isPending: ending.isPending || revoked.isPending }
}
