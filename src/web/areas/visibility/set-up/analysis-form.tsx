import { useState } from 'react'

import { counted } from '#web/areas/visibility/ai-answers/finding.ts'
import { dollars } from '#web/areas/visibility/ai-answers/money.ts'
import { intents } from '#web/areas/visibility/ai-answers/prompt-words.ts'
import { type Analysis, schedules } from '#web/areas/visibility/set-up/set-up-types.ts'
import type { InputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { CheckField } from '#web/parts/check-field.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'

type Input = InputOf<'createAsvAnalysis'>
type Schedule = Analysis['schedule']

const perMonth: Record<Schedule, number> = { none: 0, daily: 365 / 12, weekly: 365 / 84, monthly: 1 }

/** Which questions an analysis asks of whom, how often and for how much, with what a month of it costs in view. */
export default function AnalysisForm({ analysis, onClose }: { analysis: Analysis | null; onClose(): void }) {
  const engines = useOperation('listAsvEngines', { pageSize: 100 })
  const create = useAction('createAsvAnalysis')
  const update = useAction('updateAsvAnalysis')
  const error = create.error ?? update.error
  const [schedule, setSchedule] = useState<Schedule>(analysis?.schedule ?? 'weekly')
  const [intent, setIntent] = useState<string>(analysis?.promptFilter.intents?.[0] ?? 'all')
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [samples, setSamples] = useState(analysis?.samples?.toString() ?? '')
  // How many questions there are: those with a tag or a given intent alone are counted by the same list.
  const [tag, setTag] = useState(analysis?.promptFilter.tags?.join(', ') ?? '')
  const one = intents.find(([name]) => name === intent)?.[0]
  const tags = tag
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  const prompts = useOperation('listAsvPrompts', {
    state: 'active',
    pageSize: 1,
    ...(one !== undefined && { intent: one }),
    ...(tags.length === 1 && { tag: tags[0] }),
  })
  const usable = (engines.data?.items ?? []).filter(({ provider }) => provider !== 'manual')
  const initial = analysis?.engineIds ?? usable.filter(({ enabled }) => enabled).map(({ id }) => id)
  const engineIds = chosen ?? new Set<string>(initial)
  const asked = usable.filter(({ id }) => engineIds.has(id))
  const calls = (prompts.data?.total ?? 0) * asked.reduce((sum, engine) => sum + samplesOf(samples, engine), 0)
  const cost =
    (prompts.data?.total ?? 0) *
    asked.reduce((sum, engine) => sum + samplesOf(samples, engine) * (engine.pricePerAnswer ?? 0), 0)
  const isUnknown = asked.some(({ pricePerAnswer }) => pricePerAnswer === null)

  async function submit(form: FormData) {
    const limit = textIn(form, 'limit').replace(',', '.')
    const { tags: _tags, intents: _intents, ...others } = analysis?.promptFilter ?? {}
    const fields: Input = {
      name: textIn(form, 'name'),
      promptFilter: { ...others, ...(tags.length > 0 && { tags }), ...(one !== undefined && { intents: [one] }) },
      engineIds: asked.map(({ id }) => id),
      samples: samples === '' ? null : Number(samples),
      schedule,
      maxCostPerRun: limit === '' ? null : Number(limit),
    }
    const done =
      analysis === null
        ? await create.run(fields, { confirm: true })
        : await update.run({ id: analysis.id, ...fields, ifVersion: analysis.version }, { confirm: true })
    if (done === null) return
    toast(`“${fields.name}” is kept.`)
    onClose()
  }

  if (engines.data === undefined)
    return (
      <Dialog title="Analysis" onDismiss={onClose}>
        <Skeleton className="h-96 w-full" />
      </Dialog>
    )
  return (
    <Dialog title={analysis === null ? 'New analysis' : `Change “${analysis.name}”`} onDismiss={onClose}>
      <Form onSubmit={submit}>
        <TextField
          label="Name"
          name="name"
          required
          maxLength={120}
          defaultValue={analysis?.name ?? 'Weekly'}
          error={error?.fieldMessage('name')}
        />
        <LabelledSelect
          label="Questions"
          value={intent}
          options={[
            ['all', 'All that are asked'],
            ...intents.map(([name, words]) => [name, `About ${words}`] as const),
          ]}
          onChange={setIntent}
        />
        <TextField
          label="Only with these tags"
          isOptional
          value={tag}
          onChange={({ target }) => setTag(target.value)}
          hint="With commas between them."
        />
        <fieldset>
          <legend className="mb-1.5 font-medium">Engines</legend>
          <div className="flex flex-col gap-2">
            {usable.map((engine) => (
              <CheckField
                key={engine.id}
                label={engine.label}
                hint={
                  engine.status === 'not_configured' ? 'Needs a key first.' : engine.enabled ? undefined : 'Is off now.'
                }
                isChecked={engineIds.has(engine.id)}
                onChange={(isChecked) => {
                  const next = new Set(engineIds)
                  if (isChecked) next.add(engine.id)
                  else next.delete(engine.id)
                  setChosen(next)
                }}
              />
            ))}
          </div>
        </fieldset>
        <TextField
          label="Answers to each question"
          type="number"
          min={1}
          max={10}
          isOptional
          value={samples}
          onChange={({ target }) => setSamples(target.value)}
          hint="Empty: as each engine says."
        />
        <LabelledSelect
          label="How often"
          value={schedule}
          options={schedules}
          onChange={(chosen) => setSchedule(chosen)}
        />
        <TextField
          label="At most a run, in US dollars"
          name="limit"
          isOptional
          inputMode="decimal"
          defaultValue={analysis?.maxCostPerRun ?? ''}
          hint="A run never costs more; one that would does not start."
          error={error?.fieldMessage('maxCostPerRun')}
        />
        <p aria-live="polite">
          {counted(calls, 'answer')} a run, about {dollars(cost)}
          {isUnknown && ', and what has no known price'}.{' '}
          {schedule === 'none'
            ? 'Nothing is spent before somebody asks.'
            : `About ${dollars(cost * perMonth[schedule])} a month, spent without a further question.`}
        </p>
        {error?.fieldProblems.length === 0 && <DialogProblem error={error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="ink" disabled={asked.length === 0} isBusy={create.isPending || update.isPending}>
            Keep analysis
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

const samplesOf = (given: string, { samplesPerPrompt }: { samplesPerPrompt: number }) =>
  given === '' ? samplesPerPrompt : Number(given)
