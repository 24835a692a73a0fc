import { useState } from 'react'

import { focusField, placeOf } from '#web/areas/content/article/field-places.ts'
import { AnswerRequest } from '#web/areas/content/article/requests/answer-request.tsx'
import { ChangeRequest } from '#web/areas/content/article/requests/change-request.tsx'
import { passageIn } from '#web/areas/content/article/requests/passage-places.ts'
import { selectPassage } from '#web/areas/content/article/requests/select-passage.ts'
import type { Asking, EditRequest } from '#web/areas/content/article/requests/use-asking.ts'
import { personOf } from '#web/areas/organizations/person-of.ts'
import { usePersonId } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { fieldInText } from '#web/parts/field-words.ts'
import { Problem } from '#web/parts/problem.tsx'
import { Status, type Tone } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { toast } from '#web/parts/toast.tsx'
import { Who } from '#web/parts/who.tsx'
import { useAction } from '#web/use-operation.ts'

type People = ReadonlyMap<string, string>
type Props = { request: EditRequest; people: People; asking: Asking; onText(show: () => void): void }

/** One request: how it stands, where it is about, who asks whom, the answer, and what can be done with it. */
export function RequestRow({ request, people, asking, onText }: Props) {
  const { id, state, answer, askedAt, askedBy, agent } = request
  const { tone, words } = states[state]
  return (
    <li aria-label={request.request.slice(0, 80)} className="border-b border-line py-2.5">
      <p className="flex items-baseline justify-between gap-3">
        <Status tone={tone}>{words}</Status>
        <span className="text-sm text-muted">
          <Time at={askedAt} />
        </span>
      </p>
      <Quote request={request} asking={asking} onText={onText} />
      <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{request.request}</p>
      <p className="mt-1 text-sm text-muted wrap-anywhere">
        <Asker by={askedBy} people={people} /> asks {agent === null ? 'any agent' : <Who isAgent>{agent.name}</Who>}
      </p>
      {answer !== null && (
        <p className="mt-2 border-l-2 border-edge pl-2.5 wrap-anywhere whitespace-pre-wrap">
          <Asker by={answer} people={people} /> <span className="text-sm text-muted">answered</span>{' '}
          <span className="text-sm text-muted">
            <Time at={answer.answeredAt} />
          </span>
          <br />
          {answer.text}
        </p>
      )}
      {asking.mayAsk && <Actions key={id} request={request} />}
    </li>
  )
}

const states: Record<EditRequest['state'], { tone: Tone; words: string }> = {
  open: { tone: 'warn', words: 'Waits' },
  done: { tone: 'ok', words: 'Done' },
  declined: { tone: 'neutral', words: 'Declined' },
  closed: { tone: 'neutral', words: 'Closed' },
}

/** An agent by the name of its key or app, or a person. */
function Asker({ by, people }: { by: EditRequest['askedBy']; people: People }) {
  return <Who isAgent={by.agentName !== null}>{by.agentName ?? personOf(by.userId, people)}</Who>
}

/** The passage that a request is about, which leads to it in the text. */
function Quote({ request: { passage }, asking: { view }, onText }: Pick<Props, 'request' | 'asking' | 'onText'>) {
  if (passage === null) return null
  const isBody = passage.field === 'content'
  const leads = isBody ? view !== null && passage.isFound !== false : placeOf(passage.field) === 'text'
  const show = () => {
    if (!isBody) return void focusField(passage.field)
    const place = view === null ? undefined : passageIn(view.state.doc, passage)
    if (view === null || place === undefined) return toast('The passage is no longer in the text.')
    selectPassage(view, place)
  }
  return (
    <>
      <blockquote className="t-row mt-1.5 line-clamp-3 border-l-2 border-edge pl-2.5 wrap-anywhere">
        {leads ? (
          <button
            type="button"
            title="Show it in the text"
            className="text-left hover:underline"
            onClick={() => onText(show)}
          >
            {passage.quote}
          </button>
        ) : (
          passage.quote
        )}
      </blockquote>
      <p className="mt-0.5 text-sm text-muted">
        {!isBody && `In the ${fieldInText(passage.field)}. `}
        {passage.isFound === false && 'The passage has changed since.'}
      </p>
    </>
  )
}

/** Who may edit closes a request, opens it again and answers it; who asked changes what it says. */
function Actions({ request }: { request: EditRequest }) {
  const change = useAction('updateEditRequest')
  const userId = usePersonId()
  const [open, setOpen] = useState<'answer' | 'change' | null>(null)
  const { id, state, askedBy } = request
  const isOpen = state === 'open'
  const close = () => setOpen(null)
  return (
    <>
      {change.error !== null && <Problem error={change.error} />}
      <p className="mt-1.5 flex flex-wrap gap-2">
        {isOpen && (
          <Button size="small" onClick={() => setOpen('answer')}>
            Answer…
          </Button>
        )}
        {isOpen && askedBy.userId === userId && (
          <Button size="small" look="quiet" onClick={() => setOpen('change')}>
            Change…
          </Button>
        )}
        {!isOpen && (
          <Button size="small" isBusy={change.isPending} onClick={() => void change.run({ id, state: 'open' })}>
            Open again
          </Button>
        )}
        {state !== 'closed' && (
          <Button
            size="small"
            look="quiet"
            isBusy={change.isPending}
            onClick={() => void change.run({ id, state: 'closed' })}
          >
            Close
          </Button>
        )}
      </p>
      {open === 'answer' && <AnswerRequest request={request} onClose={close} />}
      {open === 'change' && <ChangeRequest request={request} onClose={close} />}
    </>
  )
}
