import { type ReactNode, useState } from 'react'

import { counted, listed } from '#web/areas/visibility/ai-answers/finding.ts'
import { dollars } from '#web/areas/visibility/ai-answers/money.ts'
import { followJob } from '#web/jobs-under-way.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'
import { useRehearsal } from '#web/use-rehearsal.ts'

type Asked = InputOf<'startAsvRun'>
type Props = { analysisId?: string; onClose(): void }

const mostPrompts = 100

/** Asks the engines when the person presses the button, below what it costs, brings and tells. */
export default function AskAgain({ analysisId, onClose }: Props) {
  const analyses = useOperation('listAsvAnalyses', { pageSize: 100 })
  const engines = useOperation('listAsvEngines', { pageSize: 100 })
  const prompts = useOperation('listAsvPrompts', { state: 'active', pageSize: mostPrompts })
  const [chosen, setChosen] = useState<string | undefined>(analysisId)
  const [typed, setTyped] = useState<string | null>(null)
  const failed = analyses.error ?? engines.error ?? prompts.error
  if (!analyses.data || !engines.data || !prompts.data)
    return (
      <AlertDialog title="Ask again?" action="Ask" onAction={onClose} onCancel={onClose} disabled>
        {failed === null ? <Skeleton className="h-40 w-full" /> : <DialogProblem error={failed} />}
      </AlertDialog>
    )
  const ready = engines.data.items.filter(
    ({ enabled, status, provider }) => enabled && provider !== 'manual' && status !== 'not_configured',
  )
  const what = chosen ?? analyses.data.items[0]?.id ?? all
  const analysis = analyses.data.items.find(({ id }) => id === what)
  const limit = typed ?? analysis?.maxCostPerRun?.toString() ?? ''
  const maxCost = limit.trim() === '' || !(Number(limit) >= 0) ? {} : { maxCost: Number(limit) }
  const input: Asked =
    analysis === undefined
      ? {
          promptIds: prompts.data.items.map(({ id }) => id),
          engineIds: ready.map(({ id }) => id).slice(0, 10),
          ...maxCost,
        }
      : { analysisId: analysis.id, ...maxCost }
  const about =
    analysis === undefined
      ? `${counted(prompts.data.items.length, 'question')} of ${listed(ready.map(({ label }) => label))}${prompts.data.total > mostPrompts ? `, the newest of ${prompts.data.total}` : ''}.`
      : `The questions of “${analysis.name}”.`
  const canAsk = analysis !== undefined || (ready.length > 0 && prompts.data.items.length > 0)
  const choice = (
    <div className="flex flex-col gap-4">
      <LabelledSelect
        label="What"
        value={what}
        options={[
          ...analyses.data.items.map(({ id, name }) => [id as string, name] as const),
          [all, 'All questions, every engine that is on'] as const,
        ]}
        onChange={setChosen}
      />
      <TextField
        label="At most, in US dollars"
        isOptional
        inputMode="decimal"
        value={limit}
        onChange={({ target }) => setTyped(target.value.replace(',', '.'))}
        hint="The run stops before it costs more."
      />
    </div>
  )
  if (!canAsk)
    return (
      <AlertDialog title="Ask again?" action="Ask" onAction={onClose} onCancel={onClose} disabled>
        {choice}
        <p className="mt-4">
          {ready.length === 0
            ? 'No engine is on. Turn one on under Engines; it needs a key, which a person stores in Settings, Models.'
            : 'There is no active question. Write some under Questions.'}
        </p>
      </AlertDialog>
    )
  return (
    <Rehearsed key={JSON.stringify(input)} input={input} about={about} onClose={onClose}>
      {choice}
    </Rehearsed>
  )
}

const all = 'all'

type RehearsedProps = { input: Asked; about: string; children: ReactNode; onClose(): void }

function Rehearsed({ input, about, children, onClose }: RehearsedProps) {
  const start = useAction('startAsvRun')
  const effects = useRehearsal(start, input)

  async function begin() {
    const started = await start.run(input, { confirm: true })
    if (started === null) return
    followJob({ id: started.jobId, doing: 'Asking AI engines', done: 'The answers are in.' })
    onClose()
  }

  return (
    <AlertDialog
      title="Ask again?"
      action={effects === null ? 'Ask' : `Ask for ${counted(effects.estimate.calls, 'answer')}`}
      onAction={() => void begin()}
      onCancel={onClose}
      disabled={effects === null}
      isBusy={effects !== null && start.isPending}
    >
      {children}
      <div className="mt-4 min-h-24" aria-live="polite">
        <p>{about}</p>
        {effects !== null && <Estimate estimate={effects.estimate} />}
      </div>
      <DialogProblem error={start.error} />
    </AlertDialog>
  )
}

/** What a run brings and costs, in sentences. */
function Estimate({ estimate }: { estimate: OutputOf<'estimateAsvRun'> }) {
  const { calls, costRange, credits, expectedCiWidth, notConfigured } = estimate
  const { low, expected, high, complete } = costRange
  return (
    <ul className="mt-1.5 flex list-disc flex-col gap-1 pl-5">
      <li>
        {counted(calls, 'answer')}, {counted(credits, 'credit')}; those that fail come back.
      </li>
      <li>
        About {dollars(expected)}, between {dollars(low)} and {dollars(high)}
        {!complete && ', and what models cost whose price is not known'}.
      </li>
      <li>
        Your share will be known to about ± {Math.max(1, Math.round(expectedCiWidth / 2))} points, for these questions.
      </li>
      {notConfigured.length > 0 && (
        <li className="list-none">
          <Notice tone="warn">
            {listed(notConfigured.map(({ label }) => label))} cannot be asked: off, or without a key.
          </Notice>
        </li>
      )}
    </ul>
  )
}
