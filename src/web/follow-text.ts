import { closed, connect, eventData, type OpenSource, type Source } from '#web/event-source.ts'

/**
 * What a model has written in a job so far, and how that is known: `opening`, `open` while it comes by itself, `lost` without
 * a connection, `ended` once the job has.
 */
export type FollowedText = { text: string; state: 'opening' | 'open' | 'lost' | 'ended' }

type Message = { kind: 'text'; isNew: boolean; text: string } | { kind: 'end' }
type Asked = { organizationId: string; jobId: string; tell(now: FollowedText): void; open?: OpenSource }

export const nothingWritten: FollowedText = { text: '', state: 'opening' }

const tryAgainMs = 10_000

/**
 * Follows the text of a job until it ends or the returned function is called. A connection that comes back sends the text from its
 * beginning; until then what was seen stays. One that is refused is tried again every ten seconds.
 */
export function followText({ organizationId, jobId, tell, open = connect }: Asked): () => void {
  let now = nothingWritten
  let source: Source
  let again: ReturnType<typeof setTimeout> | undefined
  const change = (to: Partial<FollowedText>) => tell((now = { ...now, ...to }))

  function hear(message: Message | undefined): void {
    if (message?.kind === 'text') change({ state: 'open', text: `${message.isNew ? '' : now.text}${message.text}` })
    if (message?.kind !== 'end') return
    source.close()
    change({ state: 'ended' })
  }

  function start(): void {
    source = open(`/app/written?${new URLSearchParams({ organization: organizationId, job: jobId })}`)
    source.addEventListener('open', () => change({ state: 'open' }))
    source.addEventListener('message', (event) => {
      if (event instanceof MessageEvent) hear(eventData(event))
    })
    source.addEventListener('error', () => {
      change({ state: 'lost' })
      if (source.readyState === closed) again = setTimeout(start, tryAgainMs)
    })
  }

  start()
  return () => {
    clearTimeout(again)
    source.close()
  }
}
