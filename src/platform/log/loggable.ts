import { maskCredentials } from '#kernel/credential-text.ts'
import { mask, Secret } from '#kernel/secret.ts'
import { truncate } from '#std/text.ts'

const textLimit = 1000
const stackLimit = 4000
const entryLimit = 40
const depthLimit = 4

/** Fields as they may be logged (operating.md#logs-hold-no-content): short, flat enough to read, without secrets. */
export function loggable(fields: Record<string, unknown>): Record<string, unknown> {
  return entriesOf(fields, 1)
}

/** A text as it may be logged: capped, and without credentials: ours, and those of a URL. */
export function logText(text: string, limit = textLimit): string {
  const plain = maskCredentials(text.slice(0, limit * 4)).replace(/(:\/\/)[^\s/]*@/g, `$1${mask}@`)
  return plain.length <= limit ? plain : `${truncate(plain, limit - 1)}…`
}

function valueOf(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return logText(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value
  if (value instanceof Secret) return mask
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof Error) return errorOf(value, depth)
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (depth >= depthLimit) return Array.isArray(value) ? `[${value.length} entries]` : '[object]'
  if (Array.isArray(value)) return value.slice(0, entryLimit).map((entry) => valueOf(entry, depth + 1))
  return entriesOf(value, depth + 1)
}

function entriesOf(value: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(value).slice(0, entryLimit)
  return Object.fromEntries(entries.map(([key, entry]) => [maskCredentials(key).slice(0, 100), valueOf(entry, depth)]))
}

// Other fields of an error are left out: drivers and providers put rows, statements and credentials into them.
function errorOf(error: Error, depth: number): Record<string, unknown> {
  const code =
    'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : undefined
  return {
    type: error.name,
    message: logText(error.message, 300),
    ...(code === undefined ? {} : { code }),
    // The stack begins with the message, which may be as long as what it complains about.
    stack: logText(
      (error.stack ?? '').replace(error.message, () => logText(error.message, 300)),
      stackLimit,
    ),
    ...(error.cause instanceof Error && depth < depthLimit ? { cause: errorOf(error.cause, depth + 1) } : {}),
  }
}
