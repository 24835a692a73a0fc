import { useState } from 'react'

import { counted } from '#web/areas/visibility/ai-answers/finding.ts'
import { intentWords } from '#web/areas/visibility/ai-answers/prompt-words.ts'
import { type Proposal, proposalsOf } from '#web/areas/visibility/set-up/proposals.ts'
import { Button } from '#web/parts/button.tsx'
import { CheckField } from '#web/parts/check-field.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useJob } from '#web/use-job.ts'
import { useAction } from '#web/use-operation.ts'
import { useRehearsal } from '#web/use-rehearsal.ts'

const input = { count: 12 }

/** Questions suggested from what people search for, topics and competitors; kept are those that stay ticked. */
export default function SuggestedQuestions({ onClose }: { onClose(): void }) {
  const suggest = useAction('suggestAsvPrompts')
  const offer = useRehearsal(suggest, input)
  const [jobId, setJobId] = useState<string | null>(null)
  const { job, hasEnded } = useJob(jobId)

  async function begin() {
    const started = await suggest.run(input)
    if (started !== null) setJobId(started.jobId)
  }

  return (
    <Dialog title="Suggested questions" width="wide" onDismiss={onClose}>
      {jobId === null && (
        <>
          <p className="min-h-10">
            Up to {input.count} questions, from what people search for, your topics and your competitors.{' '}
            {offer !== null &&
              (offer.method === 'model'
                ? `Your model writes them, for ${counted(offer.credits, 'credit')}.`
                : 'Without a model they are made from templates, and cost nothing.')}
          </p>
          <DialogProblem error={suggest.error} />
          <DialogButtons>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              look="ink"
              disabled={offer === null}
              isBusy={offer !== null && suggest.isPending}
              onClick={() => void begin()}
            >
              Suggest questions
            </Button>
          </DialogButtons>
        </>
      )}
      {jobId !== null && !hasEnded && (
        <div role="status" aria-label="Looking for questions">
          <Skeleton className="h-72 w-full" />
        </div>
      )}
      {hasEnded && job?.state !== 'succeeded' && (
        <>
          <Notice tone="bad">No questions came: {job?.error?.message ?? 'the work was stopped.'}</Notice>
          <DialogButtons>
            <Button onClick={onClose}>Close</Button>
          </DialogButtons>
        </>
      )}
      {hasEnded && job?.state === 'succeeded' && <Choose proposals={proposalsOf(job.result)} onClose={onClose} />}
    </Dialog>
  )
}

function Choose({ proposals, onClose }: { proposals: readonly Proposal[]; onClose(): void }) {
  const create = useAction('createAsvPrompts')
  const [left, setLeft] = useState<ReadonlySet<string>>(
    new Set(proposals.filter(({ intent }) => intent === 'branded').map(({ text }) => text)),
  )
  const kept = proposals.filter(({ text }) => !left.has(text))

  async function keep() {
    const prompts = kept.map(({ text, intent, tag }) => ({ text, intent, ...(tag !== null && { tag }) }))
    const done = await create.run({ prompts })
    if (done === null) return
    toast(`${counted(done.created.length, 'question')} more.`)
    onClose()
  }

  if (proposals.length === 0)
    return (
      <>
        <p>Nothing new was found. Name your competitors and plan some topics, or write your own questions.</p>
        <DialogButtons>
          <Button onClick={onClose}>Close</Button>
        </DialogButtons>
      </>
    )
  return (
    <>
      <div className="flex flex-col gap-2.5">
        {proposals.map(({ text, intent }) => (
          <CheckField
            key={text}
            label={text}
            hint={intentWords({ intent, branded: intent === 'branded' })}
            isChecked={!left.has(text)}
            onChange={(isKept) => {
              const next = new Set(left)
              if (isKept) next.delete(text)
              else next.add(text)
              setLeft(next)
            }}
          />
        ))}
      </div>
      <DialogProblem error={create.error} />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="ink" disabled={kept.length === 0} isBusy={create.isPending} onClick={() => void keep()}>
          Keep {counted(kept.length, 'question')}
        </Button>
      </DialogButtons>
    </>
  )
}
