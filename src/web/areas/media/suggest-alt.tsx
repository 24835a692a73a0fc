import { useEffect, useState } from 'react'

import { Button } from '#web/parts/button.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useJob } from '#web/use-job.ts'
import { useAction } from '#web/use-operation.ts'

type Props = {
  /** The picture. Where it has to be stored first: what does that, and returns null when it was refused. */
  mediaId: string | (() => Promise<string | null>)
  onSuggested(alt: string): void
}

/** Has a model say what a picture shows. What it says is put into the field, where a person keeps it or not. */
export function SuggestAlt({ mediaId, onSuggested }: Props) {
  const suggest = useAction('suggestAltTexts')
  const maySuggest = useCatalogEntry('suggestAltTexts')?.allowed ?? false
  const [jobId, setJobId] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const { job, hasEnded } = useJob(jobId)

  useEffect(() => {
    if (!hasEnded || job === null) return
    setJobId(null)
    const proposals = (job.result?.['proposals'] ?? []) as { alt: string | null }[]
    const alt = proposals[0]?.alt ?? null
    if (alt === null) setTrouble(job.error?.message ?? 'The model says that it needs no alt text.')
    else onSuggested(alt)
  }, [hasEnded, job, onSuggested])

  async function ask() {
    setTrouble(null)
    const id = typeof mediaId === 'string' ? mediaId : await mediaId()
    const started = id === null ? null : await suggest.run({ mediaIds: [id as never] })
    if (started !== null) setJobId(started.jobId)
  }

  if (!maySuggest) return null
  return (
    <>
      <Button size="small" isBusy={suggest.isPending || jobId !== null} onClick={() => void ask()}>
        Suggest, 1 credit
      </Button>
      <FormProblem error={suggest.error} />
      <span role="status" className="text-sm text-muted">
        {trouble}
      </span>
    </>
  )
}
