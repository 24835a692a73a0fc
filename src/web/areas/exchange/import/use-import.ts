import { useState } from 'react'

import { resultOf, type Source, typeOf } from '#web/areas/exchange/import/import-words.ts'
import { sendUpload } from '#web/areas/media/send-upload.ts'
import { useClient, useOrganization } from '#web/context.ts'
import { useAttempt } from '#web/use-attempt.ts'
import { useJob } from '#web/use-job.ts'
import { useAction } from '#web/use-operation.ts'

export type Wanted = { source: Source; collectionId: string; address: string; file: File | null }
type Run = { jobId: string; isPreview: boolean; wanted: Wanted; named: string }

/** An import in its two runs: the first only looks, the second takes what the first one saw. */
export function useImport() {
  const { call } = useClient()
  const organizationId = useOrganization().id
  const start = useAction('importItems')
  const sending = useAttempt()
  const [run, setRun] = useState<Run | null>(null)
  const followed = useJob(run?.jobId ?? null)

  /** What the source is called: its address, or the document that its file became. */
  async function nameOf({ source, address, file }: Wanted): Promise<string | null> {
    if (file === null) return address.trim()
    const mime = typeOf(source, file.name)
    const { signal } = new AbortController()
    const sent = await sending.attempt(() => sendUpload(call, file, { organizationId, mime, signal }))
    return sent && sent.id
  }

  async function begin(wanted: Wanted, named: string, preview: boolean) {
    const { source, collectionId } = wanted
    const started = await start.run({ source, collectionId, urlOrMediaId: named, preview }, { confirm: true })
    if (started) setRun({ jobId: started.jobId, isPreview: preview, wanted, named })
  }

  return {
    look: async (wanted: Wanted) => {
      const named = await nameOf(wanted)
      if (named !== null) await begin(wanted, named, true)
    },
    /** Null until one has looked. */
    take:
      run?.isPreview && followed.hasEnded && followed.job?.error === null
        ? () => begin(run.wanted, run.named, false)
        : null,
    run,
    ...followed,
    result: followed.job && followed.hasEnded ? resultOf(followed.job) : null,
    isBusy: start.isPending || sending.isPending || (run !== null && !followed.hasEnded && !followed.error),
    error: sending.error ?? start.error,
    forget: () => setRun(null),
  }
}
