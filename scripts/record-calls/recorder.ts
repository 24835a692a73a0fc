import { createHash } from 'node:crypto'

import type { Normaliser } from './normalise.ts'
import { entriesOfZip } from './zip.ts'

/** One call and its answer, with nothing in it that another run would not have. */
export type Recorded = {
  n: number
  request: string
  sent?: string
  status: number
  headers: Record<string, string>
  body: string
}

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any
export type Answer = { status: number; headers: Headers; text: string; json: Json }

/** The headers of an answer that a client reads. */
const kept = [
  'content-type',
  'content-encoding',
  'content-disposition',
  'etag',
  'location',
  'cache-control',
  'vary',
  'retry-after',
  'allow',
  'www-authenticate',
  'link',
  'deprecation',
  'idempotent-replayed',
  'access-control-allow-origin',
  'access-control-allow-methods',
  'access-control-allow-headers',
]

/** Sends requests to a server, whose address changes with a restart, and writes down what it answers. */
export function createRecorder(normaliser: Normaliser, write: (call: Recorded) => void) {
  let count = 0
  let url = ''

  async function exchange(path: string, request: RequestInit): Promise<{ answer: Answer; body: string }> {
    const headers = { 'Accept-Encoding': 'identity', ...(request.headers as Record<string, string> | undefined) }
    const response = await fetch(`${url}${path}`, { redirect: 'manual', ...request, headers })
    const bytes = Buffer.from(await response.arrayBuffer())
    const type = response.headers.get('content-type') ?? ''
    const text = bytes.toString('utf8')
    const json: unknown = /^application\/(?:\S+\+)?json\b/.test(type) && text !== '' ? JSON.parse(text) : undefined
    const body = await bodyOf(bytes, type, text)
    return { answer: { status: response.status, headers: response.headers, text, json }, body }
  }

  /** A request that is not written down. */
  async function send(path: string, request: RequestInit = {}): Promise<Answer> {
    return (await exchange(path, request)).answer
  }

  /** A request that is written down with its answer; `about` says what its path does not. */
  async function record(path: string, request: RequestInit = {}, about = ''): Promise<Answer> {
    const { answer, body } = await exchange(path, request)
    // 502 is the answer of another server, which an example may name.
    if (answer.status >= 500 && answer.status !== 502)
      throw new Error(`${path} failed, perhaps because the machine is busy: ${answer.text}`)
    const sent = typeof request.body === 'string' ? { sent: normaliser.text(request.body) } : {}
    write({
      n: ++count,
      request: normaliser.text([request.method ?? 'GET', path, about].join(' ').trim()),
      ...sent,
      status: answer.status,
      headers: headersOf(answer.headers),
      body: normaliser.text(body),
    })
    return answer
  }

  function headersOf(headers: Headers): Record<string, string> {
    return Object.fromEntries(
      kept.flatMap((name) => {
        const value = headers.get(name)
        if (value === null) return []
        return [[name, name === 'etag' ? normaliser.etag(value) : normaliser.text(value)]]
      }),
    )
  }

  return {
    send,
    record,
    /** Sends everything from now on to this address. */
    at(address: string): void {
      url = address
      normaliser.address(address, 'http://<server>')
      normaliser.address(new URL(address).host, '<server>')
    },
  }
}

export type Recorder = ReturnType<typeof createRecorder>

/** Text as it is, an archive by what is in it, anything else by its hash. */
async function bodyOf(bytes: Buffer, type: string, text: string): Promise<string> {
  if (type.startsWith('application/zip')) return JSON.stringify(await entriesOfZip(bytes))
  const isText = bytes.length === 0 || /^text\/|json|xml|csv/.test(type)
  return isText ? text : `${bytes.length} bytes, SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`
}
