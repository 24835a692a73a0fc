import type { JobCtx } from '#kernel/job.ts'
import type { Log } from '#kernel/log.ts'

import { type ClaimedJob, setTextSoFar } from './claimed-job.ts'
import { Fenced } from './fence.ts'

/** `show` is `showText` of a job; `end` resolves once nothing more is being stored. */
export type TextShower = { show: JobCtx['showText']; end(): Promise<void> }

const everyMs = 500
/** Longer texts stop growing for those who wait. */
const mostCharacters = 100_000

type Parts = { claimed: ClaimedJob; write: JobCtx['write']; log: Log }

/** Stores a text that grows, in turns: one write at a time, twice a second at most, and only where it changed. */
export function textShower({ claimed, write, log }: Parts): TextShower {
  let latest: (() => string) | undefined
  let [stored, isOver]: [string | undefined, boolean] = [undefined, false]
  let waiting: NodeJS.Timeout | undefined
  let storing: Promise<void> = Promise.resolve()

  function show(read: () => string): void {
    latest = read
    if (!isOver) waiting ??= setTimeout(() => void (storing = store()), everyMs).unref()
  }

  async function store(): Promise<void> {
    const text = latest?.().slice(0, mostCharacters) ?? ''
    latest = undefined
    try {
      if (text !== (stored ?? '')) {
        const isNew = stored === undefined || !text.startsWith(stored)
        await write(({ db }) => setTextSoFar(db, claimed, { text, isNew }))
        stored = text
      }
    } catch (err) {
      // Nothing depends on it but the view of those who wait. A job that was taken away ends by itself.
      if (!(err instanceof Fenced)) log.warn({ err, jobId: claimed.id }, 'text of a job was not stored')
    }
    waiting = undefined
    if (latest !== undefined) show(latest)
  }

  return {
    show,
    async end() {
      isOver = true
      clearTimeout(waiting)
      await storing
    },
  }
}
