import { useState } from 'react'

import { counted } from '#web/areas/visibility/ai-answers/finding.ts'
import { dollars } from '#web/areas/visibility/ai-answers/money.ts'
import { intents } from '#web/areas/visibility/ai-answers/prompt-words.ts'
import { type Analysis, type Engine, schedules } from '#web/areas/visibility/set-up/set-up-types.ts'
import type { OperationError } from '#web/operation-error.ts'
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
  const { keep, error, isPending } = useKeepAnalysis(analysis)
  const [schedule, setSchedule] = useState<Schedule>(analysis?.schedule ?? 'weekly')
  const [intent, setIntent] = useState<string>(analysis?.promptFilter.intents?.[0] ?? 'all')
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [samples, setSamples] = useState(analysis?.samples?.toString() ?? '')
  // How many questions there are: those with only a tag or an intent are counted by the same list.
  const [tag, setTag] = useState(analysis?.promptFilter.tags?.join(', ') ?? '')
  const one = intents.find(([name]) => name === intent)?.[0]
  const tags = tagsIn(tag)
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
  const { calls, cost } = estimateOf(prompts.data?.total ?? 0, asked, samples)

  async function submit(form: FormData) {
    const engineIds = asked.map(({ id }) => id)
    const fields = fieldsIn(form, { analysis, tags, intent: one, engineIds, samples, schedule })
    if ((await keep(fields)) === null) return
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
        <QuestionFields intent={intent} onIntent={setIntent} tags={tag} onTags={setTag} />
        <EngineChecks engines={usable} chosen={engineIds} onChange={setChosen} />
        <HowMuch
          analysis={analysis}
          error={error}
          {...{ samples, schedule }}
          onSamples={setSamples}
          onSchedule={setSchedule}
        />
        <Estimate
          calls={calls}
          cost={cost}
          isUnknown={asked.some(({ pricePerAnswer }) => pricePerAnswer === null)}
          schedule={schedule}
        />
        {error?.fieldProblems.length === 0 && <DialogProblem error={error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="ink" disabled={asked.length === 0} isBusy={isPending}>
            Keep analysis
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

type HowMuchProps = {
  analysis: Analysis | null
  error: OperationError | null
  samples: string
  onSamples(samples: string): void
  schedule: Schedule
  onSchedule(schedule: Schedule): void
}

function HowMuch({ analysis, error, samples, onSamples, schedule, onSchedule }: HowMuchProps) {
  return (
    <>
      <TextField
        label="Answers to each question"
        type="number"
        min={1}
        max={10}
        isOptional
        value={samples}
        onChange={({ target }) => onSamples(target.value)}
        hint="Empty: as each engine says."
      />
      <LabelledSelect label="How often" value={schedule} options={schedules} onChange={onSchedule} />
      <TextField
        label="At most a run, in US dollars"
        name="limit"
        isOptional
        inputMode="decimal"
        defaultValue={analysis?.maxCostPerRun ?? ''}
        hint="A run never costs more; one that would does not start."
        error={error?.fieldMessage('maxCostPerRun')}
      />
    </>
  )
}

type EstimateProps = { calls: number; cost: number; isUnknown: boolean; schedule: Schedule }

/** What a run costs, and what a month of them does. */
function Estimate({ calls, cost, isUnknown, schedule }: EstimateProps) {
  return (
    <p aria-live="polite">
      {counted(calls, 'answer')} a run, about {dollars(cost)}
      {isUnknown && ', and what has no known price'}.{' '}
      {schedule === 'none'
        ? 'Nothing is spent before somebody asks.'
        : `About ${dollars(cost * perMonth[schedule])} a month, spent without a further question.`}
    </p>
  )
}

type Chosen = {
  analysis: Analysis | null
  tags: string[]
  intent: (typeof intents)[number][0] | undefined
  engineIds: Analysis['engineIds']
  samples: string
  schedule: Schedule
}

function fieldsIn(form: FormData, { analysis, tags, intent, engineIds, samples, schedule }: Chosen): Input {
  const limit = textIn(form, 'limit').replace(',', '.')
  const { tags: _tags, intents = [], ...others } = analysis?.promptFilter ?? {}
  return {
    name: textIn(form, 'name'),
    promptFilter: {
      ...others,
      ...(tags.length > 0 && { tags }),
      ...(intent !== undefined && { intents: intent === intents[0] ? intents : [intent] }),
    },
    engineIds,
    samples: samples === '' ? null : Number(samples),
    schedule,
    maxCostPerRun: limit === '' ? null : Number(limit),
  }
}

/** Creates the analysis, or updates the one that is open. */
function useKeepAnalysis(analysis: Analysis | null) {
  const create = useAction('createAsvAnalysis')
  const update = useAction('updateAsvAnalysis')
  return {
    keep: (fields: Input) =>
      analysis === null
        ? create.run(fields, { confirm: true })
        : update.run({ id: analysis.id, ...fields, ifVersion: analysis.version }, { confirm: true }),
    error: create.error ?? update.error,
    isPending: create.isPending || update.isPending,
  }
}

type QuestionProps = { intent: string; onIntent(intent: string): void; tags: string; onTags(tags: string): void }

function QuestionFields({ intent, onIntent, tags, onTags }: QuestionProps) {
  return (
    <>
      <LabelledSelect
        label="Questions"
        value={intent}
        options={[
          ['all', 'All that are asked'],
          ...intents.map(
            ([name, words]) => [name, name === 'branded' ? 'That name you' : `About ${words.toLowerCase()}`] as const,
          ),
        ]}
        onChange={onIntent}
      />
      <TextField
        label="Only with these tags"
        isOptional
        value={tags}
        onChange={({ target }) => onTags(target.value)}
        hint="With commas between them."
      />
    </>
  )
}

type ChecksProps = {
  engines: readonly Engine[]
  chosen: ReadonlySet<string>
  onChange(chosen: ReadonlySet<string>): void
}

function EngineChecks({ engines, chosen, onChange }: ChecksProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Engines</legend>
      <div className="flex flex-col gap-2">
        {engines.map((engine) => (
          <CheckField
            key={engine.id}
            label={engine.label}
            hint={
              engine.status === 'not_configured' ? 'Needs a key first.' : engine.enabled ? undefined : 'Is off now.'
            }
            isChecked={chosen.has(engine.id)}
            onChange={(isChecked) => {
              const next = new Set(chosen)
              if (isChecked) next.add(engine.id)
              else next.delete(engine.id)
              onChange(next)
            }}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** How many answers a run asks for, and what they cost in US dollars as far as prices are known. */
function estimateOf(questions: number, asked: readonly Engine[], samples: string): { calls: number; cost: number } {
  const calls = questions * asked.reduce((sum, engine) => sum + samplesOf(samples, engine), 0)
  const cost =
    questions * asked.reduce((sum, engine) => sum + samplesOf(samples, engine) * (engine.pricePerAnswer ?? 0), 0)
  return { calls, cost }
}

const samplesOf = (given: string, { samplesPerPrompt }: { samplesPerPrompt: number }) =>
  given === '' ? samplesPerPrompt : Number(given)

const tagsIn = (text: string) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
