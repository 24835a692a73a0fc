import { useEffect, useState } from 'react'

import { AskAgent } from '#web/areas/content/article/requests/ask-agent.tsx'
import { selectedPassage } from '#web/areas/content/article/requests/passage-places.ts'
import { markPassages } from '#web/areas/content/article/requests/request-marks.ts'
import type { Asking } from '#web/areas/content/article/requests/use-asking.ts'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import type { OutputOf } from '#web/operations.ts'

type Props = { item: OutputOf<'getItem'>['item']; asking: Asking; writing: Writing }

/** What the text shows of requests: the marks at their passages, and the dialog in which one asks. */
export default function AskingInText({ item, asking, writing }: Props) {
  const { view, marked, about, close } = asking
  const key = JSON.stringify(marked.map(({ id, request, passage }) => [id, request, passage]))
  useEffect(() => (view === null ? undefined : markPassages(view, marked)), [view, key])
  return about !== null && <Question key={about} item={item} asking={asking} writing={writing} onClose={close} />
}

function Question({ item, asking: { view, about }, writing, onClose }: Props & { onClose(): void }) {
  // What was selected when one began.
  const [passage] = useState(() => (about === 'passage' && view !== null ? selectedPassage(view.state) : null))
  return <AskAgent item={item} passage={passage} writing={writing} onClose={onClose} />
}
