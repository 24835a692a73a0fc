import { isObject } from '#std/objects.ts'

/** How a stream of a stand-in goes wrong, in its middle. */
export type StreamFault = 'breaks off' | 'error event' | 'stalls' | 'malformed line'

export type StreamScript = {
  fault?: StreamFault
  /** What the stream waits for in its middle. */
  until?: Promise<unknown>
}

type Json = Record<string, unknown>
type Event = { event?: string; data: Json | '[DONE]' }

/** The answer of a provider as the stream of its format: a beginning, the text in pieces, and the end with the usage. */
export async function* streamOf(
  provider: string,
  json: unknown,
  { fault, until }: StreamScript = {},
): AsyncIterable<string> {
  const { begin, pieces, end, failure } = (streams[provider] ?? compatible)(json as Json)
  const middle = Math.ceil(pieces.length / 2)
  yield* begin.map(written)
  yield* pieces.slice(0, middle).map(written)
  await until
  if (fault === 'breaks off') throw new Error('the connection is closed')
  if (fault === 'stalls') await new Promise(() => {})
  if (fault === 'malformed line') yield 'data: {"type": "response.output_te\n\n'
  if (fault === 'error event') return yield written(failure)
  yield* pieces.slice(middle).map(written)
  yield* end.map(written)
}

// Comments and line ends as servers send them.
const written = ({ event, data }: Event): string =>
  `${event === undefined ? '' : `event: ${event}\r\n`}: \r\ndata: ${data === '[DONE]' ? data : JSON.stringify(data)}\r\n\r\n`

/** Pieces of about three characters, cut without regard to what they mean. */
const piecesOf = (text: string): string[] => text.match(/[^]{1,3}/gu) ?? []

type Stream = { begin: Event[]; pieces: Event[]; end: Event[]; failure: Event }
type Maker = (json: Json) => Stream

const typed = (data: Json & { type: string }): Event => ({ event: data.type, data })
const listIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

const openai: Maker = (json) => {
  const message = listIn(json['output']).find(({ type }) => type === 'message')
  const text = String(listIn(message?.['content'])[0]?.['text'] ?? '')
  const end = json['status'] === 'incomplete' ? 'response.incomplete' : 'response.completed'
  return {
    begin: [typed({ type: 'response.created', response: { ...json, status: 'in_progress', output: [] } })],
    pieces: piecesOf(text).map((delta) => typed({ type: 'response.output_text.delta', content_index: 0, delta })),
    end: [typed({ type: end, response: json })],
    failure: typed({
      type: 'response.failed',
      response: { ...json, status: 'failed', error: { code: 'server_error', message: 'An error on our side.' } },
    }),
  }
}

const anthropic: Maker = ({ content, stop_reason, usage, ...message }) => {
  const text = String(listIn(content)[0]?.['text'] ?? '')
  const { output_tokens, ...counted } = usage as Json
  return {
    begin: [
      typed({ type: 'message_start', message: { ...message, content: [], usage: { ...counted, output_tokens: 1 } } }),
      typed({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
      typed({ type: 'ping' }),
    ],
    pieces: piecesOf(text).map((part) =>
      typed({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: part } }),
    ),
    end: [
      typed({ type: 'content_block_stop', index: 0 }),
      typed({ type: 'message_delta', delta: { stop_reason }, usage: { output_tokens } }),
      typed({ type: 'message_stop' }),
    ],
    failure: typed({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
  }
}

const google: Maker = ({ candidates, usageMetadata, ...answer }) => {
  const candidate = listIn(candidates)[0]
  const { finishReason, content } = candidate ?? {}
  const parts = listIn((content as Json | undefined)?.['parts'])
  const chunk = (part: Json, more: Json = {}): Event => ({
    data: { ...answer, candidates: [{ content: { role: 'model', parts: [part] }, ...more }], usageMetadata },
  })
  return {
    begin: parts.filter(({ thought }) => thought === true).map((part) => chunk(part)),
    pieces: parts
      .filter(({ thought }) => thought !== true)
      .flatMap(({ text }) => piecesOf(String(text)).map((piece) => chunk({ text: piece }))),
    end: [candidate === undefined ? { data: { ...answer, usageMetadata } } : chunk({ text: '' }, { finishReason })],
    failure: { data: { error: { code: 503, status: 'UNAVAILABLE', message: 'The model is overloaded.' } } },
  }
}

const compatible: Maker = ({ choices, usage, ...about }) => {
  const { message, finish_reason } = listIn(choices)[0] ?? {}
  const { content, refusal } = message as Json
  const chunk = (delta: Json, reason: unknown = null): Event => ({
    data: { ...about, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: reason }] },
  })
  return {
    begin: [chunk({ role: 'assistant', content: '' })],
    pieces: [
      ...piecesOf(String(content ?? '')).map((piece) => chunk({ content: piece })),
      ...(refusal === undefined ? [] : [chunk({ refusal })]),
    ],
    end: [chunk({}, finish_reason), { data: { ...about, choices: [], usage } as Json }, { data: '[DONE]' }],
    failure: { data: { error: { code: 502, message: 'The server is gone.' } } },
  }
}

/** Others speak as compatible servers do. */
const streams: Readonly<Record<string, Maker>> = { openai, anthropic, google }
