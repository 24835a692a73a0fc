import { Suspense, useEffect, useState } from 'react'

import { sectionsOf } from '#std/text-sections.ts'
import { isBeingRewritten } from '#web/areas/content/article/suggestions/use-rewrite-dialog.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { late } from '#web/parts/late.ts'
import { LongTextField } from '#web/parts/long-text-field.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { SubmitButtons } from '#web/parts/submit-buttons.tsx'
import { useRunningJob } from '#web/use-job.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

const Rewriting = late(async () => ({
  default: (await import('#web/areas/content/article/suggestions/rewriting.tsx')).Rewriting,
}))

type Item = OutputOf<'getItem'>['item']
type Mode = InputOf<'rewriteItem'>['mode']

const modes: readonly (readonly [Mode, string])[] = [
  ['section', 'One section'],
  ['shorten', 'Shorten it'],
  ['expand', 'Expand it where readers ask on'],
  ['tone', 'Change its tone'],
  ['refresh', 'Bring it up to date'],
]

/**
 * Has a model rewrite an article or one section of it. What comes is a suggestion: the text stays as it is. A rewrite that is
 * under way is shown instead of the question.
 */
export function AskModel({ item, onClose }: { item: Item; onClose(): void }) {
  const running = useRunningJob({ kind: 'rewriteItem', about: item.id }, { isLooked: isBeingRewritten(item) })
  const [jobId, setJobId] = useState<string | null>(null)
  useEffect(() => {
    if (running) setJobId(running)
  }, [running])

  return (
    <Dialog title="Rewrite with a model" onDismiss={onClose} width={jobId === null ? 'narrow' : 'wide'}>
      {jobId !== null && (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <Rewriting jobId={jobId} onClose={onClose} />
        </Suspense>
      )}
      {jobId === null && running === undefined && <Skeleton className="h-40" />}
      {jobId === null && running === null && <Wish item={item} onStarted={setJobId} onClose={onClose} />}
    </Dialog>
  )
}

type WishProps = { item: Item; onStarted(jobId: string): void; onClose(): void }

function Wish({ item, onStarted, onClose }: WishProps) {
  const rewrite = useAction('rewriteItem')
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
    if (started !== null) onStarted(started.jobId)
  }

  return (
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
      <LongTextField
        label="What you wish"
        name="wishes"
        isOptional
        maxLength={4000}
        error={rewrite.error?.fieldMessage('instructions')}
      />
      <DialogProblem error={rewrite.error} />
      <p className="text-muted">
        {price !== undefined && `${price} credits. `}
        It comes as suggestions in the text, which you accept or not. Nothing changes by itself.
      </p>
      <SubmitButtons isBusy={rewrite.isPending} onCancel={onClose}>
        Rewrite
      </SubmitButtons>
    </Form>
  )
}

function headingAt(content: string, start: number): string {
  const line = content.slice(start).split('\n', 1)[0] ?? ''
  return line
    .replace(/<[^>]*>/g, '')
    .replace(/^\s*#+\s*/, '')
    .slice(0, 80)
}
