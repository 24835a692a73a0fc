import { maskCredentials } from '#kernel/credential-text.ts'

/** A refusal of the Content API: exactly `{errors: [{status, title, detail}]}`. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: keyof typeof titles
  readonly headers: Record<string, string>

  constructor(status: keyof typeof titles, detail: string, headers: Record<string, string> = {}) {
    super(maskCredentials(detail))
    this.status = status
    this.headers = headers
  }

  /** The body of the answer. */
  toJson(): string {
    const error = { status: String(this.status), title: titles[this.status], detail: this.message }
    return JSON.stringify({ errors: [error] })
  }
}

const titles = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const

/** A 404 that names the kind of resource and what was asked for. */
export function notFound(kind: string, value: string): Problem {
  return new Problem(404, `${kind} "${value.slice(0, 200).toWellFormed()}" not found`)
}
