import type { IncomingMessage } from 'node:http'

import { openOutbound } from '#platform/http/safe-fetch.ts'

import { listening } from './listening.ts'

type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer }

/** A website on this machine that answers as a test says, and the product's own way to it. */
export async function webStage(answer: (url: URL, request: IncomingMessage) => Answer | undefined) {
  const seen: string[] = []
  let open = 0
  let mostOpen = 0
  const server = await listening((request, response) => {
    seen.push(request.url ?? '')
    open++
    mostOpen = Math.max(mostOpen, open)
    response.on('close', () => void open--)
    const found = answer(new URL(request.url ?? '/', server.url), request)
    const { status = 200, headers = {}, body = '' } = found ?? { status: 404, body: 'nothing here' }
    response.writeHead(status, headers).end(body)
  })
  const outbound = openOutbound({ opened: ['127.0.0.0/8'] })
  return {
    base: server.url,
    /** Paths that were requested. */
    seen,
    mostOpen: () => mostOpen,
    fetch: outbound.fetch,
    checkUrl: outbound.check,
    async close() {
      await outbound.close()
      await server.close()
    },
  }
}
