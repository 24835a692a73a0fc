import { OperationError } from '#web/operation-error.ts'
import { Button } from '#web/parts/button.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { Missing } from '#web/parts/missing.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { saidOf } from '#web/parts/plain-words.ts'

/** What went wrong, in a sentence, with the next step and the request id for the person who helps. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const requestId = error instanceof OperationError ? error.requestId : null
  return (
    <Notice tone="bad" role="alert">
      <p className="font-medium">{sentence(error)}</p>
      <p className="mt-1 text-sm">
        {error instanceof OperationError && error.status === 424 ? <Missing error={error} /> : nextStep(error)}
      </p>
      {(onRetry ?? requestId) && (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          {onRetry && <Button onClick={onRetry}>Try again</Button>}
          {requestId && (
            <span className="flex flex-wrap items-center gap-2 text-sm">
              Request id <code className="break-all">{requestId}</code>
              <CopyButton text={requestId} label="Copy" />
            </span>
          )}
        </div>
      )}
    </Notice>
  )
}

function sentence(error: unknown): string {
  return error instanceof OperationError ? saidOf(error) : 'Something went wrong on this screen.'
}

function nextStep(error: unknown): string {
  if (!(error instanceof OperationError))
    return 'Reload the page. If it happens again, tell the operator of this installation.'
  if (error.status === 0) return 'Check the connection, then try again. Nothing was changed by this screen.'
  if (error.status === 429) return `Too many requests at once. Try again in ${error.retryAfter ?? 60} seconds.`
  if (error.status === 403) return 'An owner or admin of this organization can change what you may do.'
  if (error.status === 404) return 'It does not exist, or you have no access to it.'
  if (error.status === 402 || error.code === 'version_conflict') return 'Nothing was changed.'
  if (error.status >= 500)
    return 'Try again. If it happens again, pass the request id on to the operator of this installation.'
  return 'Change what it says and try again.'
}
