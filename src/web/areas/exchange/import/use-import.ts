import { useNavigate, useSearch } from '@tanstack/react-router'

import { type ImportSearch, importSearch } from '#web/areas/exchange/import/import-search.ts'
import { resultOf, type Source, typeOf } from '#web/areas/exchange/import/import-words.ts'
import { sendUpload } from '#web/areas/media/send-upload.ts'
import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import { followJob } from '#web/jobs-under-way.ts'
import { useAttempt } from '#web/use-attempt.ts'
import { useJob } from '#web/use-job.ts'
import { useAction } from '#web/use-operation.ts'

export type Wanted = { source: Source; collectionId: string; address: string; file: File | null }

/** An import in its two runs: the first only looks, the second takes what the first one saw. The run is in the address. */
export function useImport() {
  const { call } = useClient()
  const organizationId = useOrganization().id
  const userId = usePersonId()
  const start = useAction('importItems')
  const sending = useAttempt()
  const navigate = useNavigate({ from: '/o/$orgSlug/content/import' })
  const given = useSearch({ from: '/o/$orgSlug/content/import' })
  const go = (search: ImportSearch) => void navigate({ search, replace: true, resetScroll: false })
  const asked = importSearch(given)
  const run = asked.job === undefined ? null : { jobId: asked.job, isPreview: asked.look === true }
  const followed = useJob(run?.jobId ?? null)

  /** What the source is called: its address, or the document that its file became. */
  async function nameOf({ source, address, file }: Wanted): Promise<string | null> {
    if (file === null) return address.trim()
    const mime = typeOf(source, file.name)
    const { signal } = new AbortController()
    const sent = await sending.attempt(() => sendUpload(call, file, { organizationId, userId, mime, signal }))
    return sent && sent.id
  }

  async function begin({ source, from, into }: { source: Source; from: string; into: string }, preview: boolean) {
    const input = { source, collectionId: into, urlOrMediaId: from, preview }
    const started = await start.run(input, { confirm: true })
    if (!started) return
    followJob({ id: started.jobId, ...(preview ? looking : importing) })
    go({ job: started.jobId, ...(preview ? { look: true as const } : {}), source, from, into })
  }

  const { source, from, into } = asked
  const isLookedAt = run?.isPreview === true && followed.hasEnded && followed.job?.error === null
  return {
    look: async (wanted: Wanted) => {
      const named = await nameOf(wanted)
      if (named !== null) await begin({ source: wanted.source, from: named, into: wanted.collectionId }, true)
    },
    /** Null until one has looked. */
    take: isLookedAt && source && from && into ? () => begin({ source, from, into }, false) : null,
    /** Shows the run that tries again what failed in this one. */
    retried: (job: string) => go({ ...asked, job }),
    asked,
    run,
    ...followed,
    result: followed.job && followed.hasEnded ? resultOf(followed.job) : null,
    isBusy: start.isPending || sending.isPending || (run !== null && !followed.hasEnded && !followed.error),
    error: sending.error ?? start.error,
    forget: () => run !== null && go({}),
  }
}

const looking = { doing: 'Looking at what to import', done: 'Looked at the whole source.' }
const importing = { doing: 'Importing articles', done: 'The import has ended.' }
