import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'

import { type Ask, freshTokens, withToken } from './plan.ts'

export type Received = { status: number; headers: Record<string, string>; body: Buffer }

// Each is another from its beginning: the bare transaction makes up others that end alike.
const fresh = () => freshTokens()()

/** Sends one request as the load generator does, without headers of its own. */
export function send(url: string, ask: Ask): Promise<Received> {
  const { method, path, headers, body } = withToken(ask, fresh())
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers, agent: false }, (answer) => {
      const given = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')])
      const status = answer.statusCode ?? 0
      buffer(answer).then((bytes) => resolve({ status, headers: Object.fromEntries(given), body: bytes }), reject)
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
