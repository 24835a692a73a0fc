import { useEffect, useRef, useState } from 'react'

import type { Warning } from '#web/areas/checks/fix-list/fix-list-search.ts'
import { fixOf } from '#web/areas/checks/fix-list/ready-fix.ts'
import { countOf } from '#web/areas/content/item-words.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'
import { useTakeBack } from '#web/use-take-back.ts'

const note = 'A fix of the fix list'

/** Rehearses the fixes one after the other, then makes those that were not refused; all of them are taken back at once. */
export function useFixes(warnings: readonly Warning[], onDone: () => void) {
  const update = useAction('updateItem')
  const takeBack = useTakeBack()
  const [rehearsed, setRehearsed] = useState<readonly Warning[] | null>(null)
  const [live, setLive] = useState(0)
  const [making, setMaking] = useState<number | null>(null)
  const isAsked = useRef(false)

  async function rehearse() {
    const able: Warning[] = []
    let seen = 0
    for (const warning of warnings) {
      const input = fixOf(warning)
      const would = input && (await update.run(input, { dryRun: true }))
      if (!would) continue
      able.push(warning)
      if (would.item.status === 'published') seen++
    }
    setLive(seen)
    setRehearsed(able)
  }

  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void rehearse()
  })

  async function make() {
    const calls: string[] = []
    setMaking(0)
    for (const [index, warning] of (rehearsed ?? []).entries()) {
      const input = fixOf(warning)
      // With a note it is a revision of its own, and can be taken back without what was written before.
      if (input) await update.run({ ...input, note }, { confirm: true, onChanged: (id) => calls.push(id) })
      setMaking(index + 1)
    }
    setMaking(null)
    if (calls.length === 0) return
    onDone()
    const undo = { label: 'Undo', run: () => void takeBack(...calls) }
    toast(`${countOf(calls.length, 'article is', 'articles are')} fixed.`, undo)
  }

  return {
    rehearsed,
    refused: rehearsed === null ? 0 : warnings.length - rehearsed.length,
    live,
    isBusy: making !== null,
    done: making ?? 0,
    error: rehearsed === null ? null : update.error,
    make,
  }
}
