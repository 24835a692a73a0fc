import type { FetchRules } from '#kernel/http.ts'
import { isObject } from '#std/objects.ts'

type Json = Record<string, unknown>

/** What an event of a stream says. */
export type StreamNews = { error: Json } | undefined

/** How one format streams an answer. A new one is begun for each request. */
export type ModelStream = () => {
  /** Takes an event; returns the error that it reports. */
  take(event: Json): StreamNews
  /** The answer as the provider gives it at once; undefined while it has no end. */
  whole(): Json | undefined
}

export type StreamEnd =
  | { what: 'whole'; json: Json }
  | { what: 'error'; error: Json }
  | { what: 'malformed' }
  | { what: 'broken off' }

/**
 * Reads an answer that is a stream of server-sent events while it arrives (html.spec.whatwg.org/multipage/server-sent-events.html).
 * Reading ends with the first event that reports an error or is no JSON.
 */
export function readStream(stream: ModelStream) {
  const answer = stream()
  const decoder = new TextDecoder()
  let fault: StreamEnd | undefined
  let [hasBegun, rest] = [false, '']
  let data: string[] = []

  function dispatch(): void {
    const text = data.join('\n')
    data = []
    if (text === '' || text === '[DONE]') return
    const event = parsed(text)
    const news = event === undefined ? undefined : answer.take(event)
    if (event === undefined) fault ??= { what: 'malformed' }
    else if (news !== undefined) fault ??= { what: 'error', error: news.error }
  }

  function takeLine(line: string): void {
    if (line === '') dispatch()
    else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5))
  }

  function take(text: string): boolean {
    // A line end in two characters may arrive in two parts.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      takeLine(line)
      if (fault !== undefined) return false
    }
    return true
  }

  const onPart: NonNullable<FetchRules['onPart']> = (part, { status, headers }) => {
    hasBegun = status === 200 && headers.get('content-type')?.startsWith('text/event-stream') === true
    return !hasBegun || take(decoder.decode(part, { stream: true }))
  }

  return {
    onPart,
    hasBegun: () => hasBegun,
    /** What came of it, once nothing more arrives. Servers that end without an empty line are understood. */
    end(): StreamEnd {
      if (fault === undefined && take('\n')) dispatch()
      if (fault !== undefined) return fault
      const json = answer.whole()
      return json === undefined ? { what: 'broken off' } : { what: 'whole', json }
    },
  }
}

function parsed(text: string): Json | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}

/** The object in a field of an event; an empty one where there is none. */
export function objectIn(event: Json, field: string): Json {
  const found = event[field]
  return isObject(found) ? found : {}
}

/** The text in a field of an event; '' where there is none. */
export function textIn(event: Json, field: string): string {
  const found = event[field]
  return typeof found === 'string' ? found : ''
}
