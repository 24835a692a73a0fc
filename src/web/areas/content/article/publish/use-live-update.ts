import { useQuery } from '@tanstack/react-query'

import { changesIn } from '#web/areas/content/article/draft.ts'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'

type Item = OutputOf<'getItem'>['item']

/**
 * What an update of a live article would do, rehearsed for the version that is live and the words that are written: each change of
 * either is rehearsed again, and only what was shown can be done.
 */
export function useLiveUpdate(item: Item, writing: Writing) {
  const organizationId = useOrganization().id
  const userId = usePersonId()
  const { call } = useClient()
  const input: InputOf<'updateItem'> = { id: item.id, ...changesIn(writing.draft), ifVersion: item.version }
  const rehearsed = useQuery({
    queryKey: [organizationId, 'rehearsal of an update', input],
    enabled: writing.hasChanges && !writing.isSaving,
    retry: false,
    queryFn: async ({ signal }) =>
      (await call('updateItem', input, { organizationId, userId, dryRun: true, signal })).result,
  })
  return {
    effects: rehearsed.data ?? null,
    error: rehearsed.error,
    /** Does what was shown; false where it was refused, or something else is live by now. */
    update: async (note: string) =>
      writing.save({ agreed: item.version, ...(note.trim() === '' ? {} : { note: note.trim() }) }),
  }
}
