import type { Incoming } from './http.ts'

/** The cookie of a web session (account.md#sessions). */
export type SessionCookie = {
  read(request: Incoming): string | undefined
  /** A `Set-Cookie` line that keeps the token for the longest life of a session. */
  set(token: string): string
  /** A `Set-Cookie` line that removes it. */
  clear: string
}

const longestLife = 90 * 24 * 60 * 60

/** `__Host-session`; where the base URL is plain http on loopback, which has no TLS, `session` without `Secure`. */
export function sessionCookie(baseUrl: string): SessionCookie {
  const plain = isPlainLoopback(baseUrl)
  const name = plain ? 'session' : '__Host-session'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${plain ? '' : '; Secure'}`
  return {
    read: ({ headers }) => cookieValue(headers.cookie ?? '', name),
    set: (token) => `${name}=${token}; ${attributes}; Max-Age=${longestLife}`,
    clear: `${name}=; ${attributes}; Max-Age=0`,
  }
}

function isPlainLoopback(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'http:' && (hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname))
}

function cookieValue(line: string, name: string): string | undefined {
  const start = `${name}=`
  const found = line.split(';').find((pair) => pair.trim().startsWith(start))
  return found?.trim().slice(start.length)
}
