// Sends plans with autocannon in a process of its own: each plan comes as a message, its outcome goes back as one.
import type { EventEmitter } from 'node:events'

import { type Ask, freshTokens, isFresh, type Outcome, type Plan, withToken } from './plan.ts'

/** What of autocannon is used here. */
type Request = Ask & { setupRequest?: (defaults: Request) => Request }
type Client = { setRequests(requests: Request[]): void }
type Result = { duration: number; errors: number; statusCodeStats: Record<string, { count: number }> }
type Options = {
  url: string
  connections: number
  duration?: number
  amount?: number
  timeout: number
  setupClient: (client: Client) => void
}
type Autocannon = (options: Options, done: (error: Error | null, result: Result) => void) => EventEmitter

// A development dependency without types of its own.
const name = 'autocannon'
const { default: autocannon } = (await import(name)) as { default: Autocannon }
const fresh = freshTokens()

process.on('message', async (plan: Plan) => process.send?.(await run(plan)))

async function run({ url, connections, asks, seconds, rate, once = false }: Plan): Promise<Outcome> {
  let [client, next] = [0, 0]
  const nextShared = (): Request => filled(asks[next++ % asks.length])
  const isShared = once || asks.some(isFresh)
  const amount = once ? asks.length : rate === undefined ? undefined : Math.max(connections, Math.ceil(rate * seconds))
  // Of what is sent once, the last few may be fewer than there are connections.
  const lanes = once ? Math.min(connections, asks.length) : connections
  const times: number[] = []
  const before = process.cpuUsage()
  const result = await new Promise<Result>((resolve, reject) => {
    const options: Options = {
      url,
      connections: lanes,
      timeout: 30,
      ...(amount === undefined ? { duration: seconds } : { amount }),
      setupClient(one) {
        const from = Math.floor((client++ * asks.length) / lanes)
        const own = isShared
          ? [{ ...filled(asks[0]), setupRequest: (defaults: Request) => ({ ...defaults, ...nextShared() }) }]
          : [...asks.slice(from), ...asks.slice(0, from)].map(filled)
        one.setRequests(own)
      },
    }
    const sending = autocannon(options, (error, ended) => (error ? reject(error) : resolve(ended)))
    sending.on('response', (_client: Client, _status: number, _bytes: number, ms: number) => void times.push(ms))
  })
  const { user, system } = process.cpuUsage(before)
  const statuses = Object.fromEntries(Object.entries(result.statusCodeStats).map(([code, { count }]) => [code, count]))
  times.sort((a, b) => a - b)
  return {
    requests: times.length,
    seconds: result.duration,
    requestsPerSecond: times.length / result.duration,
    p50Ms: times[Math.floor(times.length / 2)] ?? NaN,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? NaN,
    statuses,
    errors: result.errors,
    clientCpu: (user + system) / 1e6 / result.duration,
  }
}

function filled(ask: Ask | undefined): Request {
  if (ask === undefined) throw new Error('A plan without requests')
  return isFresh(ask) ? withToken(ask, fresh()) : { ...ask, headers: { ...ask.headers } }
}
