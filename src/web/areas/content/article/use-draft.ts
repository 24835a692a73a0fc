import { useEffect, useRef, useState } from 'react'

import {
  changesIn,
  clashes,
  type Draft,
  echoed,
  heldBack,
  keptMine,
  merged,
  missingIn,
  nameInCalls,
  type Values,
  valuesOf,
  withoutSaved,
  written,
  type WrittenField,
} from '#web/areas/content/article/draft.ts'
import { keepDraft, keptDraft } from '#web/areas/content/article/kept-draft.ts'
import { settleClash } from '#web/areas/content/article/merge-bodies.ts'
import { isUnmade, type Making, newArticle } from '#web/areas/content/article/new-article.ts'
import { freerSlug, withSlug } from '#web/areas/content/article/slug-of-title.ts'
import { useOrganization, usePersonId } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { useAction } from '#web/use-operation.ts'

type Item = OutputOf<'getItem'>['item']

/** How often a save is tried again by itself after others changed other fields meanwhile. */
const attempts = 3

type Agreed = { agreed?: number; note?: string }

export type Writing = ReturnType<typeof useDraft>

/**
 * What a person writes into an article: kept in this browser from the first letter until the server has acknowledged it. Who
 * changes another field at the same time is no obstacle; who changes the same one is shown, and nobody's words are lost. Why it
 * is one hook: web.md#a-draft-is-one-hook.
 */
export function useDraft(found: Item, readAgain: () => Promise<Item | undefined>, making: Making) {
  // What was saved is known here before it has come to the page: until then the page would show the text of before.
  const [known, setKnown] = useState(found)
  const item = known.id === found.id && known.version > found.version ? known : found
  const owner = { userId: usePersonId(), organizationId: useOrganization().id, itemId: item.id || newArticle }
  const [draft, setDraft] = useState<Draft>(() => keptDraft(owner))
  // What was typed where the server stores it a little differently, such as without a blank at its end: it stays on the page.
  const [echoes, setEchoes] = useState<Draft>({})
  const [isSaving, setSaving] = useState(false)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const update = useAction('updateItem')
  const stored = valuesOf(item)
  const latest = useRef({ draft, item })
  const running = useRef<Promise<boolean> | null>(null)
  useEffect(() => {
    latest.current.item = item
    const whole = merged(latest.current.draft, valuesOf(item))
    // While a save is under way the stored text may be one's own.
    if (whole !== latest.current.draft && running.current === null) change(whole)
  }, [item])

  // What was kept for a new article is that of the one that was made of it.
  const keptFor = useRef(owner)
  useEffect(() => {
    if (keptFor.current.itemId === owner.itemId) return
    keepDraft(keptFor.current, {})
    keptFor.current = owner
    keepDraft(owner, latest.current.draft)
  }, [owner.itemId])

  // It is kept before the page is drawn again: an answer may come when the page is no longer there.
  function change(next: Draft): void {
    latest.current.draft = next
    keepDraft(keptFor.current, next)
    setDraft(next)
  }

  async function make(wanted: Draft): Promise<boolean> {
    const made = await making.run(wanted)
    if (made === undefined) return false
    const now = valuesOf(made)
    latest.current.item = made
    setEchoes(echoed(wanted, now))
    change(withoutSaved(latest.current.draft, wanted, now))
    setSavedAt(new Date())
    return true
  }

  /** `agreed`: the live version whose change the person has seen and wants. What is live changes in no other way. */
  async function send(wanted: Draft, { agreed, note }: Agreed = {}): Promise<boolean> {
    if (isUnmade(latest.current.item)) return make(wanted)
    let sent = wanted
    let current: Item | undefined = latest.current.item
    for (let attempt = 1; current !== undefined && attempt <= attempts; attempt++) {
      sent = merged(sent, valuesOf(current))
      if (clashes(sent, valuesOf(current)).length > 0) return false
      if (current.status === 'published' && current.version !== agreed) return false
      const input = { id: current.id, ...changesIn(sent), ifVersion: current.version, ...(note && { note }) }
      let isTaken = false
      const saved = await update.run(input, {
        ...(current.status === 'published' ? { confirm: true } : {}),
        onRefused: ({ code }) => (isTaken = code === 'slug_taken'),
      })
      if (saved !== null) {
        // What comes next is about the version that was saved; what was typed meanwhile is still to be saved.
        const fresh = await readAgain()
        if (fresh !== undefined) {
          latest.current.item = fresh
          setKnown(fresh)
        }
        const now = fresh?.version === saved.item.version ? valuesOf(fresh) : undefined
        if (now !== undefined) setEchoes((before) => ({ ...before, ...echoed(sent, now) }))
        const rest = withoutSaved(latest.current.draft, wanted, now)
        // What was typed meanwhile knows nothing of what was merged in.
        const isBehind = sent !== wanted && rest.content !== undefined && wanted.content !== undefined
        const own = isBehind ? { ...rest, content: { ...rest.content, base: wanted.content.mine } } : rest
        change(now === undefined ? own : merged(own as Draft, now))
        setSavedAt(new Date())
        return true
      }
      const { version }: Item = current
      current = await readAgain()
      // A slug that was made from the title gives way to one that is taken.
      const freer = isTaken ? freerSlug(sent, attempt) : undefined
      if (current?.version === version && freer === undefined) return false
      sent = freer ?? sent
    }
    return false
  }

  /**
   * Saves what is written, one call after the other; what is only begun waits where `isAuto`. False if it was refused, or would
   * change what is live and the person has not agreed to that.
   */
  async function save({ isAuto = false, ...agreed }: { isAuto?: boolean } & Agreed = {}): Promise<boolean> {
    while (running.current !== null) await running.current
    const sent = isAuto ? heldBack(latest.current.draft) : latest.current.draft
    if (Object.keys(sent).length === 0) return true
    setSaving(true)
    running.current = send(sent, agreed)
    try {
      return await running.current
    } finally {
      running.current = null
      setSaving(false)
    }
  }

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
    error: update.error ?? making.error,
    isSaving,
    savedAt,
    valueOf: <F extends WrittenField>(field: F): Values[F] =>
      (draft[field] as { mine: Values[F] } | undefined)?.mine ?? shownOf(field),
    errorOf: (field: WrittenField) => update.error?.fieldMessage(nameInCalls(field)) ?? missingIn(draft, field),
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
      setEchoes({})
      change(field === undefined ? {} : written(latest.current.draft, field, stored[field], stored))
    },
    save,
  }
}
