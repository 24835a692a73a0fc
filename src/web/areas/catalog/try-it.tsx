import { useId, useState } from 'react'

import { skeletonOf } from '#web/areas/catalog/schema-rows.ts'
import type { WholeEntry } from '#web/areas/catalog/whole-entry.ts'
import type { OperationName } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { controlLook } from '#web/parts/control-look.ts'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { JsonTree } from '#web/parts/json-tree.tsx'
import { useAction } from '#web/use-operation.ts'

type Answer = { result: unknown; isRehearsed: boolean }

/** Calls the operation with the rights of this session. What changes something is rehearsed before it can be called. */
export function TryIt({ entry }: { entry: WholeEntry }) {
  const [text, setText] = useState(() => JSON.stringify(skeletonOf(entry.inputSchema), null, 2))
  const [problem, setProblem] = useState<string | null>(null)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const action = useAction(entry.name as OperationName)
  const isRead = entry.riskLevel === 'read'
  const isPublic = entry.riskLevel === 'publish' || entry.riskLevel === 'destructive' || entry.riskLevel === 'external'

  async function run(isRehearsed: boolean) {
    const input = inputIn(text)
    if (input === undefined) return setProblem('This is not a JSON object.')
    setProblem(null)
    const result = await action.run(input as never, isRehearsed ? { dryRun: true } : isRead ? {} : { confirm: true })
    if (result !== null) setAnswer({ result, isRehearsed })
    else setAnswer(null)
  }

  return (
    <section aria-label="Try it" className="flex flex-col gap-3">
      <h3 className="t-head">Try it</h3>
      <p className="max-w-2xl text-muted">
        {isRead
          ? 'It runs in this organization, with your rights, and changes nothing.'
          : 'It runs in this organization, with your rights. Look first: that changes nothing.'}
      </p>
      <Input
        text={text}
        problem={problem}
        onChange={(next) => {
          setText(next)
          setAnswer(null)
        }}
      />
      <div className="flex flex-wrap gap-2">
        {isRead ? (
          <Button look="ink" disabled={!entry.allowed} isBusy={action.isPending} onClick={() => void run(false)}>
            Call it
          </Button>
        ) : (
          <>
            <Button look="ink" disabled={!entry.allowed} isBusy={action.isPending} onClick={() => void run(true)}>
              Look first
            </Button>
            <Button
              look={isPublic ? 'press' : 'plain'}
              disabled={answer?.isRehearsed !== true}
              isBusy={action.isPending}
              onClick={() => void run(false)}
            >
              Call it
            </Button>
          </>
        )}
      </div>
      <DialogProblem error={action.error} />
      {answer !== null && (
        <JsonTree
          label={answer.isRehearsed ? 'What it would answer' : 'What it answered'}
          value={answer.result}
          copied={answer.result}
        />
      )}
    </section>
  )
}

function Input({ text, problem, onChange }: { text: string; problem: string | null; onChange(text: string): void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        Input
      </label>
      <textarea
        id={id}
        rows={Math.min(16, text.split('\n').length + 1)}
        spellCheck={false}
        value={text}
        aria-describedby={`${id}-error`}
        aria-invalid={problem !== null}
        onChange={({ target }) => onChange(target.value)}
        className={`${controlLook} w-full py-2 font-mono text-sm`}
      />
      {problem !== null && (
        <p id={`${id}-error`} className="mt-1 text-sm text-press-ink">
          {problem}
        </p>
      )}
    </div>
  )
}

function inputIn(text: string): object | undefined {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
