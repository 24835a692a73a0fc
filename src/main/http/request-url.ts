import { splitUrl } from '#faces/http.ts'

/** A URL as it was sent, but for the absolute form (RFC 9112, 3.2.2), which loses its origin. */
export function withoutOrigin(url: string): string {
  if (url.startsWith('/')) return url
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(url) ?? []
  if (origin === undefined) return url
  const rest = url.slice(origin.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** The path as it is logged: without query, capped, and of a set-up link, a consent, an upload and an export, which hold secrets, the beginning alone. */
export function logPath(url: string): string {
  return splitUrl(url)
    .path.replace(/^((?:\/app)?\/setup\/|\/oauth\/(?:consent|authorize)\/|\/media\/uploads\/|\/exports\/).+/s, '$1...')
    .slice(0, 200)
}
