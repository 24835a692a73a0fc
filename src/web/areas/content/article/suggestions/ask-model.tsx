import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sectionsOf } from '#std/text-sections.ts'
import { useOrganization } from '#web/context.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Field, inputLook } from '#web/parts/field.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { Progress } from '#web/parts/progress.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { SubmitButtons } from '#web/parts/submit-buttons.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useJob } from '#web/use-job.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

type Item = OutputOf<'getItem'>['item']
type Mode = InputOf<'rewriteItem'>['mode']

const modes: readonly (readonly [Mode, string])[] = [
  ['section', 'One section'],
  ['shorten', 'Shorten it'],
  ['expand', 'Expand it where readers ask on'],
  ['tone', 'Change its tone'],
  ['refresh', 'Bring it up to date'],
]

/** Has a model rewrite an article or one section of it. What comes is a suggestion: the text stays as it is. */
export function AskModel({ item, onClose }: { item: Item; onClose(): void }) {
  const rewrite = useAction('rewriteItem')
  const [jobId, setJobId] = useState<string | null>(null)
  const sections = sectionsOf(item.content ?? '', item.contentFormat)
  const [mode, setMode] = useState<string>(sections.length > 0 ? 'section' : 'shorten')
  const [section, setSection] = useState(sections[0]?.slug ?? '')
  const options = useOperation('listGenerationOptions', {})
  const price = options.data?.creditPrices.find(({ operation }) => operation === 'rewriteItem')?.credits
  const chosen = modes.find(([name]) => name === mode)?.[0] ?? 'shorten'

  async function submit(form: FormData) {
    const wishes = textIn(form, 'wishes')
    const started = await rewrite.run({
      id: item.id,
      mode: chosen,
      ...(chosen === 'section' ? { selector: section } : {}),
      ...(wishes === '' ? {} : { instructions: wishes }),
    })
    if (started !== null) setJobId(started.jobId)
  }

  return (
    <Dialog title="Rewrite with a model" onDismiss={onClose}>
      {jobId !== null ? (
        <Writing jobId={jobId} onClose={onClose} />
      ) : (
        <Form onSubmit={submit}>
          <LabelledSelect
            label="What"
            value={mode}
            options={modes.filter(([name]) => name !== 'section' || sections.length > 0)}
            onChange={setMode}
          />
          {chosen === 'section' && (
            <LabelledSelect
              label="Section"
              value={section}
              options={sections.map(({ slug, start }) => [slug, headingAt(item.content ?? '', start)] as const)}
              onChange={setSection}
            />
          )}
          <Field label="What you wish" isOptional error={rewrite.error?.fieldMessage('instructions')}>
            {(linked) => (
              <textarea {...linked} name="wishes" rows={3} maxLength={4000} className={`${inputLook} min-h-20 py-2`} />
            )}
          </Field>
          <DialogProblem error={rewrite.error} />
          <p className="text-muted">
            {price !== undefined && `${price} credits. `}
            It comes as suggestions in the text, which you accept or not. Nothing changes by itself.
          </p>
          <SubmitButtons isBusy={rewrite.isPending} onCancel={onClose}>
            Rewrite
          </SubmitButtons>
        </Form>
      )}
    </Dialog>
  )
}

/** Waits for the model; closing the dialog does not stop it. */
function Writing({ jobId, onClose }: { jobId: string; onClose(): void }) {
  const { id: organizationId } = useOrganization()
  const queries = useQueryClient()
  const cancel = useAction('cancelJob')
  const { job, hasEnded } = useJob(jobId)
  const isDone = hasEnded && job?.state === 'succeeded'
  const isUnchanged = isDone && job.result?.['pendingRevision'] === null

  useEffect(() => {
    if (!isDone) return
    void queries.invalidateQueries({ queryKey: [organizationId, 'getItem'] })
    toast(isUnchanged ? 'The model would change nothing.' : 'The suggestions are in the text.')
    onClose()
  }, [isDone, isUnchanged, organizationId, queries, onClose])

  if (hasEnded && !isDone)
    return (
      <div className="flex flex-col gap-4">
        <p role="alert">{job?.error?.message ?? 'It was stopped.'} The text is as it was, and nothing was charged.</p>
        <div>
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    )
  return (
    <div className="flex flex-col gap-4">
      <p role="status">The model is writing. You can close this: the suggestions come anyway.</p>
      {job !== null && <Progress label="Steps" value={stepsDone(job)} max={job.steps.length} />}
      <DialogProblem error={cancel.error} />
      <div className="flex gap-2">
        <Button isBusy={cancel.isPending} onClick={() => void cancel.run({ jobId: jobId as never }, { confirm: true })}>
          Stop
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}

const stepsDone = ({ steps }: OutputOf<'getJob'>): number => steps.filter(({ state }) => state === 'succeeded').length

function headingAt(content: string, start: number): string {
  const line = content.slice(start).split('\n', 1)[0] ?? ''
  return line
    .replace(/<[^>]*>/g, '')
    .replace(/^\s*#+\s*/, '')
    .slice(0, 80)
}
