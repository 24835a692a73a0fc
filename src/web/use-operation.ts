import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import type { CallOptions } from '#web/client.ts'
import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import { createIntent } from '#web/intent.ts'
import { OperationError } from '#web/operation-error.ts'
import type { InputOf, OperationName, OutputOf } from '#web/operations.ts'
import { useAttempt } from '#web/use-attempt.ts'

/** Reads by an operation of this page's organization. The previous result stays, dimmed, while a new one is loading. */
export function useOperation<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  options: {
    staleTime?: number
    enabled?: boolean
    refetchInterval?: number | false | (() => number | false)
    refetchIntervalInBackground?: boolean
  } = {},
) {
  const { call } = useClient()
  const organizationId = useOrganization().id
  const userId = usePersonId()
  return useQuery({
    queryKey: [organizationId, name, input],
    queryFn: async ({ signal, client }) => {
      const { result } = await call(name, input, { organizationId, userId, signal, read: true })
      if (name !== 'listOperations') await rightsKnown(client, organizationId)
      return result
    },
    placeholderData: keepPreviousData,
    ...options,
  })
}

/**
 * Ends when it is known what the person may do, where that is still being read, or could not be. It is asked side by side with what
 * a screen shows: what is drawn before it comes moves when controls come.
 */
async function rightsKnown(queries: QueryClient, organizationId: string): Promise<void> {
  const catalog = queries.getQueryCache().find({ queryKey: [organizationId, 'listOperations', {}] })
  if (catalog?.state.status === 'pending') await catalog.promise?.catch(() => undefined)
}

/** With a key of its own a call stays the same intent over a reload, too. */
type RunOptions = Pick<CallOptions, 'confirm' | 'dryRun' | 'idempotencyKey'> & {
  /** Called with the id of the call when it changed something: `revertChanges` takes it back by that. */
  onChanged?(requestId: string): void
  /** Called with the reason when the call was refused. */
  onRefused?(error: OperationError): void
}

export type Action<N extends OperationName> = {
  run(input: InputOf<N>, options?: RunOptions): Promise<OutputOf<N> | null>
  isPending: boolean
  error: OperationError | null
  reset(): void
}

/**
 * Changes something by an operation. Nothing of the answer is kept here: it may contain a secret. `run` returns null when the call
 * failed; `error` then says why. One idempotency key per intent: the same input tried again has the same key.
 */
export function useAction<N extends OperationName>(name: N, { keyed = true }: { keyed?: boolean } = {}): Action<N> {
  const { call } = useClient()
  const organizationId = useOrganization().id
  const userId = usePersonId()
  const queries = useQueryClient()
  const intent = useRef(createIntent())
  const { attempt, ...state } = useAttempt()

  const run: Action<N>['run'] = (input, { onChanged, onRefused, ...options } = {}) =>
    attempt(async () => {
      const key = keyed && !options.dryRun ? { idempotencyKey: intent.current.keyFor(input) } : {}
      const { result, requestId } = await call(name, input, { organizationId, userId, ...key, ...options }).catch(
        (error: unknown) => {
          if (error instanceof OperationError) onRefused?.(error)
          throw error
        },
      )
      if (!options.dryRun) {
        intent.current.end()
        onChanged?.(requestId)
        void queries.invalidateQueries({ queryKey: [organizationId] })
      }
      return result
    })

  return { run, ...state }
}
