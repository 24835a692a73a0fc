/** Times in ms (http.md#slow-clients-are-cut). */
export type HttpTimes = {
  /** For the header block of a request. */
  headers: number
  /** For a body, unless it is an upload. */
  body: number
  /** For an upload. */
  upload: number
  /** In which an upload must have made progress. */
  window: number
  /** Between two requests of a connection. */
  keepAlive: number
  /** Without a byte in either direction while an answer is due or being taken. */
  stalled: number
  /** Between two looks at the clocks above. */
  check: number
}

export type HttpLimits = {
  maxConnections: number
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[]
  times?: Partial<HttpTimes>
}

/** The times that count: those of the product, unless others are given. */
export function timesFor({ trustedProxies, times }: HttpLimits): HttpTimes {
  // Behind a proxy idle connections live longer than its own 60 s, so that it never sends into a closing one.
  const keepAlive = trustedProxies.length > 0 ? 65_000 : 5_000
  const bodies = { body: 15_000, upload: 600_000, window: 15_000 }
  return { headers: 10_000, ...bodies, keepAlive, stalled: 60_000, check: 500, ...times }
}

/** Connections of one client address (IPv6: of its /64). */
export function connectionsPerAddress({ maxConnections }: HttpLimits): number {
  return Math.max(1, Math.floor(maxConnections / 10))
}
