import { useState } from 'react'

import { PictureDrawn, type Use } from '#web/areas/media/generate/picture-drawn.tsx'
import { PictureWish, type Wish } from '#web/areas/media/generate/picture-wish.tsx'
import { followJob } from '#web/jobs-under-way.ts'
import { Dialog } from '#web/parts/dialog.tsx'
import { useJob } from '#web/use-job.ts'

type Props = { articleId?: string; use: Use; onClose(): void }

/**
 * Has a model draw a picture for an article into Media: first what it is to show, then how far it is, then the picture.
 * Closing the dialog stops nothing.
 */
export function GenerateDialog({ articleId, use, onClose }: Props) {
  const [wish, setWish] = useState<Wish>({ prompt: '', aspect: articleId === undefined ? '3:2' : '16:9' })
  const [jobId, setJobId] = useState<string | null>(null)
  const drawing = useJob(jobId)

  function close() {
    if (jobId !== null && !drawing.hasEnded)
      followJob({ id: jobId, doing: 'Drawing a picture', done: 'The picture is in Media.' })
    onClose()
  }
  return (
    <Dialog title="Generate a picture" onDismiss={close}>
      {jobId === null ? (
        <PictureWish articleId={articleId} wish={wish} onWish={setWish} onStarted={setJobId} onClose={onClose} />
      ) : (
        <PictureDrawn
          jobId={jobId}
          drawing={drawing}
          use={use}
          onAgain={() => setJobId(null)}
          onClose={close}
          onUsed={onClose}
        />
      )}
    </Dialog>
  )
}
