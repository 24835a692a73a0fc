import { useCallback, useEffect, useState } from 'react'

import { type TextField, textFields } from '#web/areas/content/article/draft.ts'
import type { BodySuggestion, ShownSuggestions } from '#web/areas/content/article/suggestions/body-suggestion.ts'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import { writerName } from '#web/areas/content/article/writer-name.ts'
import { usePeople } from '#web/areas/organizations/use-people.ts'
import type { OutputOf } from '#web/operations.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

type Item = OutputOf<'getItem'>['item']
export type FieldSuggestion = { field: TextField; before: string; proposed: string }
export type Suggestions = ReturnType<typeof useSuggestions>

/**
 * The rewrite that waits for an article, as suggestions that are decided one by one. It ends its waiting when the last one is
 * decided and what was accepted is saved (web.md#suggestions-are-decided-singly).
 */
export function useSuggestions(item: Item, writing: Writing) {
  const n = item.pendingRevision
  const read = useOperation('getItemRevision', { id: item.id, revision: n ?? 1 }, { enabled: n !== null })
  const dismiss = useAction('dismissItemRevision')
  const people = usePeople()
  const [shown, setShown] = useState<ShownSuggestions | null>(null)
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const [hasDecided, setHasDecided] = useState(false)
  const revision = n !== null && read.data?.n === n ? read.data : null

  const text = (from: Record<string, unknown>, field: string) => String(from[field] ?? '')
  const changed = revision?.changed ?? []
  const fields: FieldSuggestion[] = textFields
    .filter((field) => field !== 'content' && changed.includes(field) && !decided.has(field))
    .map((field) => ({
      field,
      before: text(revision?.before ?? {}, field),
      proposed: text(revision?.fields ?? {}, field),
    }))
    // What somebody changed since is theirs.
    .filter(({ field, before, proposed }) => writing.valueOf(field) === before && before !== proposed)
  const { isAgent, who } = authorOf(revision, people)
  const reason = revision?.note ?? null
  const [before, proposed] = [text(revision?.before ?? {}, 'content'), text(revision?.fields ?? {}, 'content')]
  const hasBody = revision !== null && changed.includes('content')
  const left = fields.length + (hasBody ? (shown?.left ?? 0) : 0)
  const isKnown = revision !== null && (!hasBody || shown !== null)

  const report = useCallback((now: ShownSuggestions | null) => {
    setShown((last) => {
      if (last !== null && now !== null && now.left < last.left) setHasDecided(true)
      return now
    })
  }, [])
  const end = useCallback(
    async () => (n === null ? null : dismiss.run({ id: item.id, revision: n })),
    [dismiss.run, item.id, n],
  )
  // Opening an article writes nothing: only who has decided something ends the waiting.
  const isOver = isKnown && hasDecided && left === 0 && !writing.hasChanges && !writing.isSaving && !dismiss.isPending
  useEffect(() => {
    if (!isOver) return
    setHasDecided(false)
    void end()
  }, [isOver, end])

  function decideField(field: TextField, decision: 'accept' | 'keep') {
    const found = fields.find((one) => one.field === field)
    if (decision === 'accept' && found !== undefined) writing.write(field, found.proposed)
    setDecided(new Set([...decided, field]))
    setHasDecided(true)
  }

  return {
    isWaiting: revision !== null,
    isKnown,
    n,
    fields,
    left,
    who,
    isAgent,
    reason,
    error: read.error ?? dismiss.error,
    body: hasBody ? ({ before, proposed, who, reason: whyOf(reason) } satisfies BodySuggestion) : null,
    report,
    decideField,
    decideAll(decision: 'accept' | 'keep') {
      for (const { field } of fields) decideField(field, decision)
      setDecided(new Set(changed))
      shown?.controls.decideAll(decision)
      setHasDecided(true)
    },
    dismiss: () => void end(),
  }
}

/** Only the reason, without the name of the model that a note ends with. */
const whyOf = (note: string | null) => note?.replace(/^\w+(?: \(\w+\))? by the model .+?: /, '') ?? null

function authorOf(revision: OutputOf<'getItemRevision'> | null, people: ReadonlyMap<string, string>) {
  const person = people.get(revision?.userId ?? '')
  const isModel = /\bby the model\b/.test(revision?.note ?? '')
  if (isModel) return { isAgent: true, who: person === undefined ? 'A model' : `A model, asked by ${person}` }
  if (revision?.authorType !== 'agent') return { isAgent: false, who: person ?? 'A person' }
  return { isAgent: true, who: writerName(revision, people) }
}
