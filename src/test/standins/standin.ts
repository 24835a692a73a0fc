import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a stand-in does instead of its work: an answer, silence, or the work without its answer. */
export type Fault =
  | { status: number; retryAfter?: string; html?: boolean }
  | 'timeout'
  /** Does the work, and closes the connection before anybody learns of it. */
  | 'drop'

export type Request = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
}
export type Answer = {
  status: number
  json?: unknown
  text?: string
  headers?: Record<string, string>
  /** A body that comes in parts. Where they throw, the connection is closed in the middle. */
  parts?: AsyncIterable<string>
}

/** A service of others on this machine, in memory, with faults that tests switch on. */
export type Standin = {
  url: string
  requests: Request[]
  /** The next requests that match get these faults, one each. */
  fail(when: (request: Request) => boolean, ...faults: Fault[]): void
  /** What somebody else does there right before the next request that matches is answered. */
  meanwhile(when: (request: Request) => boolean, act: () => void | Promise<unknown>): void
  /** Forgets faults that nothing met. */
  calm(): void
  close(): Promise<void>
}

/** Serves `work` on a free port of this machine. */
export async function openStandin(work: (request: Request) => Answer | Promise<Answer>): Promise<Standin> {
  const requests: Request[] = []
  const faults: { when: (request: Request) => boolean; fault: Fault }[] = []
  const others: { when: (request: Request) => boolean; act: () => void | Promise<unknown> }[] = []
  const server = createServer((incoming, response) => void serve(incoming, response))

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    const url = new URL(incoming.url ?? '/', 'http://localhost')
    const { method = 'GET', headers } = incoming
    const request = { method, path: url.pathname, query: url.searchParams, headers, body: Buffer.concat(parts) }
    requests.push(request)
    const other = others.findIndex(({ when }) => when(request))
    if (other >= 0) await others.splice(other, 1)[0]?.act()
    const at = faults.findIndex(({ when }) => when(request))
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault
    if (fault === 'timeout') return
    if (fault === undefined || fault === 'drop') {
      const answer = await work(request)
      if (fault === 'drop') incoming.socket.destroy()
      else if (answer.parts !== undefined) await writeParts(response, answer.parts)
      else write(response, answer)
      return
    }
    const retry = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }
    if (fault.html === true) {
      response.writeHead(fault.status, { 'content-type': 'text/html', ...retry }).end('<h1>Something went wrong</h1>')
      return
    }
    write(response, { status: fault.status, json: { code: 'fault', message: 'fault' }, headers: retry })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    fail: (when, ...some) => void faults.push(...some.map((fault) => ({ when, fault }))),
    meanwhile: (when, act) => void others.push({ when, act }),
    calm: () => void faults.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function writeParts(response: ServerResponse, parts: AsyncIterable<string>): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).flushHeaders()
  try {
    for await (const part of parts) {
      if (response.destroyed) return
      response.write(part)
    }
    response.end()
  } catch {
    // What was written arrives, and then nothing more.
    response.socket?.end()
  }
}

function write(response: ServerResponse, { status, json, text = '', headers = {} }: Answer): void {
  const body = json === undefined ? text : JSON.stringify(json)
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers }).end(body)
}
