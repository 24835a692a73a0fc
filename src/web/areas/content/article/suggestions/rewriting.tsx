import { useCallback } from 'react'

import { useRewriteEnd } from '#web/areas/content/article/suggestions/use-rewrite-end.ts'
import { BeingWritten } from '#web/areas/jobs/being-written.tsx'
import type { OutputOf } from '#web/operations.ts'
import { useWritten } from '#web/use-written.ts'

const words = {
  writing: 'The model is writing. You can close this: the suggestions come anyway.',
  nothing: 'The text is as it was, and nothing was charged.',
}

/** A rewrite while the model writes it. What comes of it is in the text of the article. */
export function Rewriting({ jobId, onClose }: { jobId: string; onClose(): void }) {
  const written = useWritten(jobId)
  const end = useCallback((job: OutputOf<'getJob'>) => job.state === 'succeeded' && onClose(), [onClose])
  useRewriteEnd(written.job, end)
  return <BeingWritten jobId={jobId} written={written} words={words} onClose={onClose} />
}
