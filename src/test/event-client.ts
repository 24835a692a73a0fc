export type ServerEvent = { id: string; data: Record<string, unknown> }

export type EventClient = {
  status: number
  headers: Headers
  /** The body of an answer that is not a stream. */
  text: string
  /** The next event; undefined once the server has ended the stream. */
  next(): Promise<ServerEvent | undefined>
  /** The next matching event, skipping others. */
  until(wanted: (event: ServerEvent) => boolean): Promise<ServerEvent>
  /** Resolves when the server has ended the stream. */
  ended(): Promise<void>
  close(): void
}

/** Opens the stream of live events over real HTTP, as a browser does. */
export async function openEvents(
  origin: string,
  { cookie, path = '/app/events', headers = {} }: { cookie: string; path?: string; headers?: Record<string, string> },
): Promise<EventClient> {
  const leaving = new AbortController()
  const answer = await fetch(`${origin}${path}`, {
    headers: { Accept: 'text/event-stream', Cookie: cookie, ...headers },
    signal: leaving.signal,
  })
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
  const text = isStream ? '' : await answer.text()
  const reader = isStream ? answer.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined
  let received = ''

  async function next(): Promise<ServerEvent | undefined> {
    for (;;) {
      const end = received.indexOf('\n\n')
      if (end !== -1) {
        const event = eventOf(received.slice(0, end))
        received = received.slice(end + 2)
        if (event !== undefined) return event
        continue
      }
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) return undefined
      received += value
    }
  }

  return {
    status: answer.status,
    headers: answer.headers,
    text,
    next,
    async until(wanted) {
      for (;;) {
        const event = await next()
        if (event === undefined) throw new Error('The stream ended before the event came')
        if (wanted(event)) return event
      }
    },
    async ended() {
      while ((await next()) !== undefined);
    },
    close: () => leaving.abort(),
  }
}

function eventOf(block: string): ServerEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line) => {
      const at = line.indexOf(': ')
      return [line.slice(0, at), line.slice(at + 2)] as const
    }),
  )
  const data = fields.get('data')
  return data === undefined ? undefined : { id: fields.get('id') ?? '', data: JSON.parse(data) }
}
