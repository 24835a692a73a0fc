import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { BeingWritten } from '#web/areas/jobs/being-written.tsx'
import { Thumbnail } from '#web/areas/media/thumbnail.tsx'
import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import type { useJob } from '#web/use-job.ts'
import { useOperation } from '#web/use-operation.ts'

type Picture = OutputOf<'listMedia'>['items'][number]
/** What can be done with the picture where it was asked for. */
export type Use = { label: string; run(id: Picture['id']): void }

type Props = {
  jobId: string
  drawing: ReturnType<typeof useJob>
  use: Use
  /** Goes back to what was asked for. */
  onAgain(): void
  onClose(): void
  onUsed(): void
}

/** A picture while a model draws it; at its end the picture, or why there is none and what helps. */
export function PictureDrawn({ jobId, drawing, use, onAgain, onClose, onUsed }: Props) {
  const { id: organizationId } = useOrganization()
  const queries = useQueryClient()
  const { job, hasEnded } = drawing
  const mediaId = job?.state === 'succeeded' ? job.result?.['mediaId'] : undefined

  // No event reports what a job did.
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: [organizationId, 'listMedia'] })
  }, [hasEnded, organizationId, queries])

  const shown = useOperation('listMedia', { ids: [String(mediaId)], pageSize: 1 }, { enabled: mediaId !== undefined })
  const picture = shown.data?.items.find(({ id }) => id === mediaId)

  return (
    <BeingWritten
      jobId={jobId}
      written={{ ...drawing, text: '', state: 'open' }}
      words={{
        writing: 'The model is drawing. You can close this: the picture comes to Media anyway.',
        done: 'It is drawn, and in Media.',
        nothing: `Nothing was charged. ${nextStep(job?.error?.code)}`,
      }}
      action={
        <>
          {picture !== undefined && (
            <Button
              look="ink"
              onClick={() => {
                onUsed()
                use.run(picture.id)
              }}
            >
              {use.label}
            </Button>
          )}
          {hasEnded && mediaId === undefined && (
            <Button look="ink" onClick={onAgain}>
              Change what it shows
            </Button>
          )}
        </>
      }
      onClose={onClose}
    >
      {picture !== undefined && (
        <Thumbnail
          media={picture}
          width={640}
          className="max-h-72 min-h-24 rounded-lg border border-line object-contain"
        />
      )}
      {picture === undefined && mediaId !== undefined && <Skeleton className="h-52" />}
    </BeingWritten>
  )
}

function nextStep(code: string | undefined): string {
  if (code === 'target_rejected') return 'Say it in other words, and have it drawn again.'
  if (code === 'auth_expired' || code === 'provider_not_configured')
    return 'An owner or admin can check the key under Settings, Models, and its quota with the provider.'
  return 'Have it drawn again.'
}
