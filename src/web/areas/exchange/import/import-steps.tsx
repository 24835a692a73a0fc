import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'

import type { useImport } from '#web/areas/exchange/import/use-import.ts'
import { useOrganization } from '#web/context.ts'
import { buttonLook } from '#web/parts/button.tsx'
import { late } from '#web/parts/late.ts'
import { Notice } from '#web/parts/notice.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Progress } from '#web/parts/progress.tsx'

const ImportOutcome = late(() =>
  import('#web/areas/exchange/import/import-outcome.tsx').then((module) => ({ default: module.ImportOutcome })),
)

/** How far a run is, and what it found or made. */
export function ImportSteps({ run, job, hasEnded, result, error, retried }: ReturnType<typeof useImport>) {
  const { slug } = useOrganization()
  if (run === null) return null
  const percent = Math.round((job?.progress ?? 0) * 100)
  return (
    <section aria-label={run.isPreview ? 'What it would do' : 'What was imported'} className="mt-6">
      {error !== null && <Problem error={error} />}
      {!hasEnded && <Progress label={run.isPreview ? 'Looking' : 'Importing'} value={percent} max={100} isPercent />}
      <p role="status" className="sr-only">
        {hasEnded && (run.isPreview ? 'Looked at the whole source.' : 'The import has ended.')}
      </p>
      {job?.error && <Notice tone="bad">{job.error.message}</Notice>}
      {result && (
        <>
          <h2 className="t-sub mb-2">{run.isPreview ? 'What it would do' : 'Imported'}</h2>
          <Suspense>
            <ImportOutcome result={result} isPreview={run.isPreview} onStarted={retried} />
          </Suspense>
          {!run.isPreview && (
            <p className="mt-4">
              <Link
                to="/o/$orgSlug/content"
                params={{ orgSlug: slug }}
                search={{ tab: 'draft' }}
                className={buttonLook('ink')}
              >
                See the drafts
              </Link>
            </p>
          )}
        </>
      )}
    </section>
  )
}
