import { urlLength } from '#std/urls.ts'

/** The address of the page that a report is about, by the origin that the browser names and the path that the page does. Undefined: none. */
export function reportedAddress(origin: string | undefined, body: string): string | undefined {
  const path = pathIn(body)
  if (path === undefined || origin === undefined || !/^https?:\/\/[^/?#@\\\s]+$/i.test(origin)) return undefined
  const page = URL.parse(origin + path)
  if (page === null || page.href.length > urlLength) return undefined
  return page.origin + page.pathname
}

function pathIn(body: string): string | undefined {
  try {
    const report: unknown = JSON.parse(body)
    if (typeof report !== 'object' || report === null || !('path' in report)) return undefined
    const { path } = report
    return typeof path === 'string' && /^\/[^\s\p{Cc}\\]*$/u.test(path) ? path : undefined
  } catch {
    return undefined
  }
}
