import { useState } from 'react'

import { warnings, type KeyWarnings } from '#web/areas/account/api-access/key-warnings.ts'
import { useOperation } from '#web/use-operation.ts'

const day = 86_400_000

/**
 * Reads which keys end soon, and which of one's own somebody else revoked. `isPending` until both are known. `maxKeyDays`: how long a
 * new key may live.
 */
export function useKeyWarnings(userId: string): KeyWarnings & { isPending: boolean; maxKeyDays: number | null } {
  // The same time for as long as the page is open: another would be another query.
  const [now] = useState(() => Date.now())
  const expiresBefore = new Date(now + 14 * day).toISOString()
  const ending = useOperation('listApiKeys', { status: 'active', expiresBefore, pageSize: 100 })
  const revoked = useOperation('listApiKeys', { status: 'revoked', createdBy: userId, pageSize: 100 })
  const found = warnings(ending.data?.items ?? [], revoked.data?.items ?? [], { userId, now })
  return { ...found, maxKeyDays: ending.data?.maxKeyDays ?? null, isPending: ending.isPending || revoked.isPending }
}
