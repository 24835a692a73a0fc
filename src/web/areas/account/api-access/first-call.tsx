import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'

import { CalledOperation } from '#web/areas/account/api-access/called-operation.tsx'
import { useLive } from '#web/context.ts'
import { Time } from '#web/parts/time.tsx'
import { useOperation } from '#web/use-operation.ts'

const lookAgain = 2000

/**
 * Waits for the first call of a key and says so when it comes: at once where the person hears of calls, otherwise within two
 * seconds. A test from this page is not a call of the agent: with `isTested`, only the call of an operation counts.
 */
export function FirstCall({ keyId, isTested = false }: { keyId: string; isTested?: boolean }) {
  const live = useLive()
  const { data, refetch } = useOperation(
    'listConnectedAgents',
    { search: keyId, pageSize: 1 },
    { refetchInterval: lookAgain },
  )
  useEffect(() => live.listen(({ credentialType }) => credentialType === 'api_key' && void refetch()), [live, refetch])

  const key = data?.items.find(({ id }) => id === keyId)
  const calledAt = key?.lastOperation || (!isTested && key?.lastUsedAt) ? key?.lastUsedAt : null
  return (
    <div
      role="status"
      className={
        calledAt
          ? 'flex items-start gap-3 rounded-xl bg-ok-soft px-4 py-3 text-ok-ink'
          : 'flex items-start gap-3 rounded-xl bg-raised px-4 py-3'
      }
    >
      {calledAt ? (
        <CircleCheck aria-hidden size={16} strokeWidth={1.75} className="mt-0.5" />
      ) : (
        <span aria-hidden className="m-1 mt-1.5 size-2 shrink-0 animate-pulse rounded-full bg-ink" />
      )}
      <div className="min-w-0">
        <p className="font-medium">{calledAt ? 'It is connected' : 'Waiting for the first call…'}</p>
        <p className={calledAt ? 'text-sm' : 'text-sm text-muted'}>
          {calledAt ? (
            <>
              First call: {key?.lastOperation ? <CalledOperation name={key.lastOperation} /> : 'asked what it may do'},{' '}
              <Time at={calledAt} />
              {key?.lastUsedFrom && ` from ${key.lastUsedFrom}`}.
            </>
          ) : (
            'This turns green as soon as an agent calls with the key.'
          )}
        </p>
      </div>
    </div>
  )
}
