import { useEffect, useState } from 'react'

import {
  changesIn,
  clashes,
  type Draft,
  heldBack,
  keptMine,
  merged,
  missingIn,
  nameInCalls,
  type Values,
  valuesOf,
  written,
  type WrittenField,
} from '#web/areas/content/article/draft.ts'
import { settleClash } from '#web/areas/content/article/merge-bodies.ts'
import { type Making, newArticle } from '#web/areas/content/article/new-article.ts'
import { withSlug } from '#web/areas/content/article/slug-of-title.ts'
import { useKeptDraft } from '#web/areas/content/article/use-kept-draft.ts'
import { useSaving } from '#web/areas/content/article/use-saving.ts'
import { useOrganization, usePersonId } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'

type Item = OutputOf<'getItem'>['item']

export type Writing = ReturnType<typeof useDraft>

/**
 * What a person writes into an article: kept in this browser from the first letter until the server has acknowledged it. Who
 * changes another field at the same time is no obstacle; who changes the same one is shown, and nobody's words are lost.
 */
export function useDraft(found: Item, readAgain: () => Promise<Item | undefined>, making: Making) {
  // What was saved is known here before it has come to the page: until then the page would show the text of before.
  const [known, setKnown] = useState(found)
  const item = known.id === found.id && known.version > found.version ? known : found
  const place = { userId: usePersonId(), organizationId: useOrganization().id }
  const owner = { ...place, ...(item.id ? { itemId: item.id } : { itemId: newArticle, beginning: making.beginning }) }
  const typed = useKeptDraft(owner, item)
  const { draft, latest, change } = typed
  const saving = useSaving(typed, { making, readAgain, onRead: setKnown })
  const { save, isSaving, savedAt, refused, echoes } = saving
  const stored = valuesOf(item)
  useEffect(() => {
    const whole = merged(latest.current.draft, valuesOf(item))
    // While a save is under way the stored text may be one's own.
    if (whole !== latest.current.draft && !saving.isRunning()) change(whole)
  }, [item])

  function shownOf<F extends WrittenField>(field: F): Values[F] {
    const echo = echoes[field] as { mine: Values[F]; base: Values[F] } | undefined
    return echo !== undefined && JSON.stringify(echo.base) === JSON.stringify(stored[field]) ? echo.mine : stored[field]
  }

  return {
    draft,
    hasChanges: Object.keys(draft).length > 0,
    /** The unsaved changes as calls take them, without what is only begun: for checks and previews of what is being written. */
    patch: changesIn(heldBack(draft)),
    // While a save is under way the stored text may be one's own.
    clashing: isSaving ? [] : clashes(draft, stored),
    error: refused ?? making.error,
    isSaving,
    savedAt,
    valueOf: <F extends WrittenField>(field: F): Values[F] =>
      (draft[field] as { mine: Values[F] } | undefined)?.mine ?? shownOf(field),
    errorOf: (field: WrittenField) => refused?.fieldMessage(nameInCalls(field)) ?? missingIn(draft, field),
    write<F extends WrittenField>(field: F, value: Values[F]) {
      const next = written(latest.current.draft, field, value, stored)
      change(field === 'title' ? withSlug(latest.current.draft, next, item) : next)
    },
    /** Decides about one place of the body that both changed. */
    settle(at: number, keep: 'mine' | 'theirs') {
      const { content: own, ...others } = latest.current.draft
      if (own === undefined) return
      const content = settleClash({ ...own, theirs: stored.content }, at, keep)
      change(merged({ ...others, content }, stored))
    },
    /** Takes over what was kept elsewhere, where nothing is written here. */
    adopt(kept: Draft) {
      if (Object.keys(latest.current.draft).length === 0) change(kept)
    },
    keepMine: (field: WrittenField) => change(keptMine(latest.current.draft, field, stored)),
    discard(field?: WrittenField) {
      saving.forgetEchoes()
      change(field === undefined ? {} : written(latest.current.draft, field, stored[field], stored))
    },
    save,
  }
}
