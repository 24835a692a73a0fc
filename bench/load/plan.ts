/** One request. `{{fresh}}` in a header or the body becomes another token for each request. */
export type Ask = { method: 'GET' | 'POST'; path: string; headers: Readonly<Record<string, string>>; body?: string }

/** What to send: about `rate * seconds` requests, each connection taking `asks` in turns from a place of its own. */
export type Plan = {
  url: string
  connections: number
  asks: readonly Ask[]
  seconds: number
  /** Requests per second to expect; left out, the end is by the clock, and requests that are under way then are lost. */
  rate?: number
  /** Each request once, by whichever connection is free; then nothing else limits. */
  once?: boolean
}

/** What came back. `statuses`: how many answers had which status; `errors`: requests without an answer. */
export type Outcome = {
  requests: number
  seconds: number
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  statuses: Readonly<Record<string, number>>
  errors: number
  /** Part of one core that the client itself used. */
  clientCpu: number
}

export type LoadGenerator = {
  /** As it is named in the result. */
  name: string
  run(plan: Plan): Promise<Outcome>
}

export const freshMark = '{{fresh}}'

/** Tokens for `{{fresh}}` that no other run repeats. */
export function freshTokens(): () => string {
  const start = `${Date.now().toString(36)}${Math.floor(Math.random() * 36 ** 6).toString(36)}`
  let count = 0
  return () => `${start}-${++count}`
}

export function isFresh({ headers, body }: Ask): boolean {
  return [...Object.values(headers), body ?? ''].some((text) => text.includes(freshMark))
}

/** The request with a token in each place that asks for one. */
export function withToken(ask: Ask, token: string): Ask {
  const put = (text: string) => text.replaceAll(freshMark, token)
  const headers = Object.fromEntries(Object.entries(ask.headers).map(([name, value]) => [name, put(value)]))
  return { ...ask, headers, ...(ask.body === undefined ? {} : { body: put(ask.body) }) }
}
