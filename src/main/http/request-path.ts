import { splitUrl } from '#faces/http.ts'

/** A URL as it was sent, except that the absolute form (RFC 9112, 3.2.2) loses its origin. */
export function withoutOrigin(url: string): string {
  if (url.startsWith('/')) return url
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(url) ?? []
  if (origin === undefined) return url
  const rest = url.slice(origin.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** The path as it is logged: without query, capped; of the links that contain secrets (set-up, consent, upload, export, report) only the beginning. */
export function logPath(url: string): string {
  return splitUrl(url)
    .path.replace(
      /^((?:\/app)?\/setup\/|\/oauth\/(?:consent|authorize)\/|\/media\/uploads\/|\/exports\/|\/r\/).+/s,
      '$1...',
    )
    .slice(0, 200)
}
