import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { mostRehearsed } from '#std/bulk-limit.ts'
import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import { OperationError } from '#web/operation-error.ts'
import type { InputOf, ManagerItem, OutputOf } from '#web/operations.ts'

export type BulkPatch = InputOf<'bulkUpdateItems'>['patch']
export type BulkResults = readonly Pick<
  NonNullable<OutputOf<'bulkUpdateItems'>['results']>[number],
  'id' | 'ok' | 'changed' | 'error'
>[]

/** What would become of the first of many articles; `results` is null until it is known. */
export type BulkRehearsal = {
  results: BulkResults | null
  /** Whether `results` are those of the change before, until the new ones are there. */
  isOld: boolean
  error: Error | null
}

/** What is done with many articles: a patch, or the way to the trash; null while it is not chosen yet. */
type BulkChange = BulkPatch | 'trash' | null

/** Rehearses what would become of many articles, again for each other change; not while it is being made. */
export function useBulkRehearsal(
  items: readonly ManagerItem[],
  change: BulkChange,
  { isMade }: { isMade: boolean },
): BulkRehearsal {
  const organizationId = useOrganization().id
  const userId = usePersonId()
  const { call } = useClient()
  const ids = items.map(({ id }) => id)
  const { data, isPlaceholderData, error } = useQuery({
    queryKey: [organizationId, 'rehearsal of a change of many', ids, change],
    enabled: change !== null && !isMade,
    retry: false,
    // What is shown was just rehearsed, also when the dialog is opened again.
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<BulkResults> => {
      const options = { organizationId, userId, dryRun: true, signal } as const
      if (change === null) return []
      if (change !== 'trash')
        return (await call('bulkUpdateItems', { ids, patch: change }, options)).result.results ?? []
      const results = []
      for (const id of ids.slice(0, mostRehearsed))
        results.push(
          await call('deleteItem', { id }, options).then(
            () => ({ id, ok: true }),
            (reason: unknown) => ({ id, ok: false, error: refusalIn(reason) }),
          ),
        )
      return results
    },
  })
  return { results: change === null ? null : (data ?? null), isOld: isPlaceholderData, error }
}

/** Why one article would stay as it is; what fails for another reason fails for all of them. */
function refusalIn(reason: unknown): OperationError {
  if (reason instanceof OperationError && reason.status !== 429 && reason.status >= 400 && reason.status < 500)
    return reason
  throw reason
}
