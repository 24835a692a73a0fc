import { useEffect, useState } from 'react'
import {
  changesIn,
  clashes,
  type Draft,
  keepDraft,
  keptDraft,
  keptMine,
  nameInCalls,
  type Values,
  valuesOf,
  withoutSaved,
  written,
  type WrittenField,
} from '#web/areas/content/article/draft.ts'
import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { useAction } from '#web/use-operation.ts'

type Item = OutputOf<'getItem'>['item']

/** How often a save is tried again by itself after others changed other fields meanwhile. */
const attempts = 3

export type Writing = ReturnType<typeof useDraft>

/**
 * What a person writes into an article: kept in this browser from the first letter until it is saved. Who changes another field
 * at the same time is no obstacle; who changes the same one is shown, and nobody's words are lost.
 */
export function useDraft(item: Item, readAgain: () => Promise<Item | undefined>) {
  const organizationId = useOrganization().id
  const [draft, setDraft] = useState<Draft>(() => keptDraft(organizationId, item.id))
  const update = useAction('updateItem')
  const stored = valuesOf(item)
  const own = Object.keys(draft).length

  useEffect(() => keepDraft(organizationId, item.id, draft), [organizationId, item.id, draft])

  async function save(): Promise<boolean> {
    let current: Item | undefined = item
    for (let attempt = 1; current !== undefined && attempt <= attempts; attempt++) {
      if (clashes(draft, valuesOf(current)).length > 0) return false
      const input = { id: item.id, ...changesIn(draft), ifVersion: current.version }
      if (await update.run(input, { confirm: true })) {
        // What comes next is about the version that was saved; what was typed meanwhile is still to be saved.
        await readAgain()
        setDraft((latest) => withoutSaved(latest, draft))
        return true
      }
      const { version }: Item = current
      current = await readAgain()
      if (current?.version === version) return false
    }
    return false
  }

  return {
    draft,
    hasChanges: own > 0,
    /** The unsaved changes as calls take them: for checks and previews of what is being written. */
    patch: changesIn(draft),
    clashing: clashes(draft, stored),
    error: update.error,
    isSaving: update.isPending,
    valueOf: <F extends WrittenField>(field: F): Values[F] =>
      (draft[field] as { mine: Values[F] } | undefined)?.mine ?? stored[field],
    errorOf: (field: WrittenField) => update.error?.fieldMessage(nameInCalls(field)),
    write: <F extends WrittenField>(field: F, value: Values[F]) =>
      setDraft((latest) => written(latest, field, value, stored)),
    keepMine: (field: WrittenField) => setDraft((latest) => keptMine(latest, field, stored)),
    discard: (field?: WrittenField) =>
      setDraft((latest) => (field === undefined ? {} : written(latest, field, stored[field], stored))),
    save,
  }
}
