import { useRef, useState } from 'react'

import { type Draft, echoed, heldBack, merged, valuesOf, withoutSaved } from '#web/areas/content/article/draft.ts'
import { isUnmade, type Making } from '#web/areas/content/article/new-article.ts'
import { type Agreed, type Saved, sendDraft } from '#web/areas/content/article/send-draft.ts'
import type { KeptDraft } from '#web/areas/content/article/use-kept-draft.ts'
import type { OutputOf } from '#web/operations.ts'
import { useAction } from '#web/use-operation.ts'

type Item = OutputOf<'getItem'>['item']
type Around = {
  making: Making
  readAgain(): Promise<Item | undefined>
  /** Called with the article as it was read after a save. */
  onRead(item: Item): void
}

/** Saves a draft, one call after the other. What was typed last is read when it is needed (web.md#a-draft-is-read-late). */
export function useSaving({ latest, change }: KeptDraft, { making, readAgain, onRead }: Around) {
  // What was typed where the server stores it a little differently, such as without a blank at its end: it stays on the page.
  const [echoes, setEchoes] = useState<Draft>({})
  const [isSaving, setSaving] = useState(false)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const update = useAction('updateItem')
  const running = useRef<Promise<boolean> | null>(null)

  async function make(wanted: Draft): Promise<boolean> {
    const made = await making.run(wanted)
    if (made === undefined) return false
    const { item, sent } = made
    const now = valuesOf(item)
    latest.current.item = item
    setEchoes(echoed(sent, now))
    change(withoutSaved(latest.current.draft, sent, now))
    setSavedAt(new Date())
    return true
  }

  /** What comes next is about the version that was saved; what was typed meanwhile is still to be saved. */
  function take({ wanted, sent, version, fresh }: Saved): void {
    if (fresh !== undefined) {
      latest.current.item = fresh
      onRead(fresh)
    }
    const now = fresh?.version === version ? valuesOf(fresh) : undefined
    if (now !== undefined) setEchoes((before) => ({ ...before, ...echoed(sent, now) }))
    const rest = withoutSaved(latest.current.draft, wanted, now)
    // What was typed meanwhile knows nothing of what was merged in.
    const isBehind = sent !== wanted && rest.content !== undefined && wanted.content !== undefined
    const own = isBehind ? { ...rest, content: { ...rest.content, base: wanted.content.mine } } : rest
    change(now === undefined ? own : merged(own as Draft, now))
    setSavedAt(new Date())
  }

  async function send(wanted: Draft, agreed: Agreed): Promise<boolean> {
    if (isUnmade(latest.current.item)) return make(wanted)
    const saved = await sendDraft(wanted, { ...agreed, item: latest.current.item, update: update.run, readAgain })
    if (saved !== null) take(saved)
    return saved !== null
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

  return {
    save,
    isSaving,
    savedAt,
    echoes,
    forgetEchoes: () => setEchoes({}),
    /** Whether a save is under way right now, whatever is drawn. */
    isRunning: () => running.current !== null,
    /** Why the last save was refused. */
    refused: update.error,
  }
}
