import { useState } from 'react'

import { counted } from '#web/areas/visibility/ai-answers/finding.ts'
import { type GivenSource, sourcesIn } from '#web/areas/visibility/set-up/sources-in.ts'
import type { OperationError } from '#web/operation-error.ts'
import { Button } from '#web/parts/button.tsx'
import { inputLook } from '#web/parts/control-look.ts'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Field, TextField } from '#web/parts/field.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { type Named, SearchedSelect } from '#web/parts/searched-select.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'

type Problems = Record<GivenSource['kind'], string | null>

const sourceFields = [
  { kind: 'cited', label: 'Sources that it cites', hint: 'One per line: the address, then its title.' },
  { kind: 'retrieved', label: 'Sources that it looked at', hint: 'What it searched and did not cite.' },
] as const

/** Keeps an answer that somebody copied: no key is needed, and it is read like all others. */
export default function ImportAnswers({ promptId, onClose }: { promptId?: string; onClose(): void }) {
  const [search, setSearch] = useState('')
  const prompts = useOperation('listAsvPrompts', { state: 'active', pageSize: 100, ...(search ? { search } : {}) })
  const [chosen, setChosen] = useState<Named | null>(promptId === undefined ? null : { id: promptId, name: '' })
  const list = prompts.data && {
    ...prompts.data,
    items: prompts.data.items.map(({ id, text }) => ({ id, name: text })),
  }
  const asked = chosen === null ? list?.items[0] : (list?.items.find(({ id }) => id === chosen.id) ?? chosen)
  const bring = useAction('importAsvAnswers')
  const [problems, setProblems] = useState<Problems>({ cited: null, retrieved: null })

  async function submit(form: FormData) {
    if (asked === undefined) return
    const cited = sourcesIn(textIn(form, 'cited'), 'cited')
    const retrieved = sourcesIn(textIn(form, 'retrieved'), 'retrieved')
    setProblems({ cited: cited.problem, retrieved: retrieved.problem })
    if (cited.problem !== null || retrieved.problem !== null) return
    const citations = [...cited.sources, ...retrieved.sources]
    const at = textIn(form, 'observedAt')
    const model = textIn(form, 'model')
    const done = await bring.run({
      engineLabel: textIn(form, 'engineLabel'),
      answers: [
        {
          promptId: asked.id,
          text: textIn(form, 'text'),
          observedAt: (at === '' ? new Date() : new Date(at)).toISOString(),
          ...(model !== '' && { model }),
          ...(citations.length > 0 && { citations }),
        },
      ],
    })
    if (done === null) return
    toast(
      done.imported === 0
        ? 'This answer is known already.'
        : `The answer is kept. It names ${counted(done.mentions.length, 'tracked brand')}.`,
    )
    onClose()
  }

  return (
    <Dialog title="Bring an answer" width="wide" onDismiss={onClose}>
      {prompts.data === undefined ? (
        <Skeleton className="h-72 w-full" />
      ) : (
        <Form onSubmit={submit}>
          <SearchedSelect
            label="Question"
            nouns="questions"
            chosen={asked ? { ...asked, name: asked.name || 'The open question' } : null}
            list={list}
            search={search}
            onSearch={setSearch}
            onChoose={setChosen}
          />
          <WhoAndWhen error={bring.error} />
          <AnswerText error={bring.error?.fieldMessage('answers')} />
          {sourceFields.map(({ kind, label, hint }) => (
            <Field key={kind} label={label} isOptional hint={hint} error={problems[kind]}>
              {(linked) => (
                <textarea {...linked} name={kind} rows={3} spellCheck={false} className={`${inputLook} mono py-2`} />
              )}
            </Field>
          ))}
          {bring.error?.fieldProblems.length === 0 && <DialogProblem error={bring.error} />}
          <DialogButtons>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="ink" isBusy={bring.isPending}>
              Keep answer
            </Button>
          </DialogButtons>
        </Form>
      )}
    </Dialog>
  )
}

function AnswerText({ error }: { error: string | null | undefined }) {
  return (
    <Field label="The answer" hint="The whole of it, as it was shown." error={error}>
      {(linked) => (
        <textarea
          {...linked}
          name="text"
          rows={7}
          required
          maxLength={50_000}
          className={`${inputLook} min-h-40 py-2`}
        />
      )}
    </Field>
  )
}

function WhoAndWhen({ error }: { error: OperationError | null }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Who answered"
        name="engineLabel"
        required
        maxLength={80}
        defaultValue="ChatGPT"
        hint="Answers with the same name are counted together."
        error={error?.fieldMessage('engineLabel')}
      />
      <TextField label="When" name="observedAt" type="datetime-local" isOptional hint="Empty: now." />
      <TextField
        label="Model"
        name="model"
        isOptional
        maxLength={120}
        hint="As it calls itself."
        error={error?.fieldMessage('model')}
      />
    </div>
  )
}
