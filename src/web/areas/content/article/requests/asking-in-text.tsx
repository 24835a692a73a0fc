import type { EditorView } from 'prosemirror-view'
import { useEffect } from 'react'

import { AskAgent } from '#web/areas/content/article/requests/ask-agent.tsx'
import type { Asking, EditRequest } from '#web/areas/content/article/requests/use-asking.ts'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import type { OutputOf } from '#web/operations.ts'

type Props = { item: OutputOf<'getItem'>['item']; asking: Asking; writing: Writing }

/** What is seen of requests in the text: the marks at the passages of those that are open, and the dialog in which one asks. */
export default function AskingInText({ item, asking, writing }: Props) {
  const { view, requests, about } = asking
  useMarks(
    view,
    requests.filter(({ state, passage }) => state === 'open' && passage?.field === 'content'),
  )
  return about !== null && <AskAgent item={item} asking={asking} writing={writing} />
}

/** What draws into a text is loaded when there is something to mark: a body of HTML has no editor. */
function useMarks(view: EditorView | null, marked: readonly EditRequest[]): void {
  const key = JSON.stringify(marked.map(({ id, request, passage }) => [id, request, passage]))
  useEffect(() => {
    if (view === null || marked.length === 0) return
    let [isOver, leave] = [false, () => {}]
    void import('#web/areas/content/article/requests/request-marks.ts').then(({ markPassages }) => {
      if (!isOver) leave = markPassages(view, marked)
      return undefined
    })
    return () => {
      isOver = true
      leave()
    }
  }, [view, key])
}
