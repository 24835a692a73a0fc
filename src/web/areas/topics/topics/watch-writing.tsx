import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { BeingWritten } from '#web/areas/jobs/being-written.tsx'
import { useOrganization } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { GrowingText } from '#web/parts/growing-text.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useRunningJob } from '#web/use-job.ts'
import { useOperation } from '#web/use-operation.ts'
import { useWritten } from '#web/use-written.ts'

const words = {
  writing: 'The model is writing. You can close this: its draft appears here anyway.',
  nothing: 'There is no article, and nothing was charged.',
}

/** The article of a topic while a model writes it, no matter who asked for it; at its end the draft that came of it. */
export function WatchWriting({ topicId, onClose }: { topicId: string; onClose(): void }) {
  const running = useRunningJob({ kind: 'generateArticle', about: topicId })
  const [jobId, setJobId] = useState<string | null>(null)
  useEffect(() => {
    if (running) setJobId(running)
  }, [running])

  return (
    <Dialog title="Being written" width="wide" onDismiss={onClose}>
      {jobId !== null && <Watched jobId={jobId} onClose={onClose} />}
      {jobId === null && running === undefined && <Skeleton className="h-40" />}
      {jobId === null && running === null && (
        <div className="flex flex-col gap-4">
          <p>No model writes this topic right now.</p>
          <div>
            <Button onClick={onClose}>Close</Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

function Watched({ jobId, onClose }: { jobId: string; onClose(): void }) {
  const { id: organizationId } = useOrganization()
  const queries = useQueryClient()
  const written = useWritten(jobId)
  const { job, hasEnded } = written
  const itemId = job?.state === 'succeeded' ? job.result?.['itemId'] : undefined

  // No event reports what a job did.
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: [organizationId, 'listTopics'] })
  }, [hasEnded, organizationId, queries])

  return (
    <BeingWritten jobId={jobId} written={written} words={words} onClose={onClose}>
      {typeof itemId === 'string' && <Draft itemId={itemId} />}
    </BeingWritten>
  )
}

/** What came of it; it replaces what was seen while it was written. */
function Draft({ itemId }: { itemId: string }) {
  const { slug } = useOrganization()
  const found = useOperation('getItem', { id: itemId as never })
  const item = found.data?.item
  return (
    <>
      {item && (
        <div>
          <p className="t-item mb-2 wrap-anywhere">{item.title}</p>
          <GrowingText label="Draft" text={item.content ?? ''} isWhole />
        </div>
      )}
      <p>
        <Link to="/o/$orgSlug/content/$itemId" params={{ orgSlug: slug, itemId }} className="underline">
          Open the article
        </Link>
      </p>
    </>
  )
}
