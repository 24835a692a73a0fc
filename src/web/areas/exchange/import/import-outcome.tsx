import { ImportFound } from '#web/areas/exchange/import/import-found.tsx'
import type { ImportResult } from '#web/areas/exchange/import/import-words.ts'
import { RetryImport } from '#web/areas/exchange/import/retry-import.tsx'

type Props = { result: ImportResult; isPreview: boolean; onStarted(jobId: string): void }

/** What an import did or would do, and the way to try again what failed: on its own screen, and as a job. */
export function ImportOutcome({ result, isPreview, onStarted }: Props) {
  return (
    <>
      <ImportFound result={result} isPreview={isPreview} />
      <RetryImport result={result} onStarted={onStarted} />
    </>
  )
}
