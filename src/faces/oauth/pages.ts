import { html, type Html } from '#faces/html.ts'
import type { Outgoing } from '#faces/http.ts'

export type Page = {
  status: number
  title: string
  body: Html
  /** Where forms of the page may lead, besides this origin; undefined: the page has no form. */
  formAction?: readonly string[]
  /** An address of this origin that the page goes on to by itself. */
  refresh?: string
}

/** A page of the authorization server: markup without scripts, under a policy of its own. */
export function sendPage(baseUrl: string, { status, title, body, formAction, refresh }: Page): Outgoing {
  const root = pathOf(baseUrl)
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${refresh !== undefined && html`<meta http-equiv="refresh" content="0; url=${refresh}" />`}
        <title>${title} - Masthead</title>
        <link rel="icon" href="${root}/favicon.svg" />
        <link rel="stylesheet" href="${root}/oauth/consent.css" />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `
  return { status, headers: headersOf(baseUrl, formAction), body: document.text }
}

/** A page that says what went wrong, and where to go on. Nothing was granted. */
export function errorPage(
  baseUrl: string,
  { status, title, text }: { status: number; title: string; text: string },
): Outgoing {
  const body = html`<h1>${title}</h1>
    <p>${text}</p>`
  return sendPage(baseUrl, { status, title, body })
}

/** The path of the base URL: empty, or such as `/cms`. */
export function pathOf(baseUrl: string): string {
  const { pathname } = new URL(baseUrl)
  return pathname === '/' ? '' : pathname
}

function headersOf(baseUrl: string, formAction: readonly string[] | undefined): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${formAction === undefined ? "'none'" : ["'self'", ...formAction].join(' ')}`,
  ]
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(baseUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}
