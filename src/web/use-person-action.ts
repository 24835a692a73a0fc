import { useQuery, useQueryClient } from '@tanstack/react-query'

import { useClient, useWhosePage } from '#web/context.ts'
import type { InputOf, OperationName } from '#web/operations.ts'
import { useAttempt } from '#web/use-attempt.ts'
import type { Action } from '#web/use-operation.ts'

const person = 'person'

/** Reads by a procedure of the signed-in person: it belongs to no organization. */
export function useProcedure<N extends OperationName>(name: N, input: InputOf<N>) {
  const { call } = useClient()
  const userId = useWhosePage()
  return useQuery({
    queryKey: [person, name, input],
    queryFn: async ({ signal }) => (await call(name, input, { userId, signal, read: true })).result,
  })
}

/**
 * Changes something by a procedure of the person. It has no idempotency key: such answers are never stored. `run` returns null
 * when the call failed; `error` then says why.
 */
export function usePersonAction<N extends OperationName>(name: N): Action<N> {
  const { call } = useClient()
  const userId = useWhosePage()
  const queries = useQueryClient()
  const { attempt, ...state } = useAttempt()

  const run: Action<N>['run'] = (input, { onChanged, ...options } = {}) =>
    attempt(async () => {
      const { result, requestId } = await call(name, input, { userId, ...options })
      if (!options.dryRun) onChanged?.(requestId)
      if (!options.dryRun) void queries.invalidateQueries({ queryKey: [person] })
      return result
    })

  return { run, ...state }
}
