import type { OperationError } from '#web/operation-error.ts'
import { ErrorSummary } from '#web/parts/error-summary.tsx'
import { Missing } from '#web/parts/missing.tsx'
import { saidOf } from '#web/parts/plain-words.ts'

type Props = {
  error: OperationError | null
  /** Said where fields show the reason; null where no field shows it. */
  fields?: string | null | undefined
}

/** Why a form was refused, above it; nothing while there is no such reason. Every refusal takes the focus. */
export function FormProblem({ error, fields = 'Some fields need another look.' }: Props) {
  if (!error) return null
  const text = fields !== null && error.fieldProblems.length > 0 ? fields : saidOf(error)
  return (
    <ErrorSummary key={error.requestId ?? error.message}>
      {text} {error.status === 424 && <Missing error={error} />}
    </ErrorSummary>
  )
}
