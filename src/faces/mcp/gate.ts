import { exposedToKeys } from '#faces/exposed-headers.ts'
import type { Incoming } from '#faces/http.ts'

import { errorCode, RpcError } from './protocol.ts'

export type GateParts = {
  baseUrl: () => string
  /** The address that the server listens on. */
  boundTo: string
  allowedHosts: readonly string[]
  allowedOrigins: readonly string[]
}

export type Gate = {
  /** The headers of CORS for an allowed origin; throws for a host or origin that is not allowed. */
  pass(request: Incoming): Record<string, string>
  preflight: Record<string, string>
}

const accepted =
  'authorization, x-api-key, content-type, accept, idempotency-key, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id, x-mcp-areas, x-mcp-readonly, x-mcp-granted, x-mcp-mode, traceparent'

/**
 * Under which names the server answers, and to which web pages (mcp.md#hosts-and-origins): a page that makes its own name
 * resolve to this machine is refused because of the name that it sends.
 */
export function createGate({ baseUrl, boundTo, allowedHosts, allowedOrigins }: GateParts): Gate {
  const known = { url: '', host: '', origin: '', isLoopback: false }

  function base() {
    const url = baseUrl()
    if (known.url !== url) {
      const { hostname, origin } = new URL(url)
      Object.assign(known, { url, host: hostname, origin, isLoopback: isLoopback(hostname) })
    }
    return known
  }

  function isHost(host: string | undefined): boolean {
    const name = host === undefined ? undefined : URL.parse(`http://${host}/`)?.hostname
    if (name === undefined || name === '') return false
    const { host: own, isLoopback: isLocal } = base()
    if (name === own || allowedHosts.includes(name)) return true
    return isLoopback(name) && (isLocal || isLoopback(boundTo.includes(':') ? `[${boundTo}]` : boundTo))
  }

  function isOrigin(origin: string): boolean {
    const url = URL.parse(origin)
    if (url === null || url.origin !== origin.toLowerCase()) return false
    const { origin: own, isLoopback: isLocal } = base()
    return url.origin === own || allowedOrigins.includes(url.origin) || (isLocal && isLoopback(url.hostname))
  }

  return {
    pass({ headers: { host, origin } }) {
      if (!isHost(host)) throw notAllowed('This is not a name of the server. BASE_URL and ALLOWED_HOSTS say which are.')
      if (origin === undefined) return {}
      if (!isOrigin(origin))
        throw notAllowed('This origin may not call the server. MCP_ALLOWED_ORIGINS says which may.')
      return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposedToKeys, Vary: 'Origin' }
    },
    preflight: {
      'Access-Control-Allow-Methods': 'POST, OPTIONS',
      'Access-Control-Allow-Headers': accepted,
      'Access-Control-Max-Age': '86400',
    },
  }
}

function notAllowed(message: string): RpcError {
  return new RpcError(errorCode.notAllowed, message, { status: 403 })
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}
