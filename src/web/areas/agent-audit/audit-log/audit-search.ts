import { defined, keysOf } from '#std/objects.ts'
import { oneOf, page, searchBy, words, yes } from '#web/address.ts'

export type Span = keyof typeof spans

const minute = 60_000
export const spans = { '1h': 60 * minute, '24h': 1440 * minute, '7d': 10_080 * minute, '30d': 43_200 * minute } as const

export const whos = ['agent', 'person', 'everyone'] as const
export const credentials = ['api_key', 'oauth', 'session', 'system'] as const
export const statuses = ['succeeded', 'failed', 'rejected', 'replayed', 'waiting'] as const
export const risks = ['read', 'write', 'publish', 'external', 'destructive'] as const

const moment = (given: unknown): string | undefined => {
  const time = Date.parse(words(40)(given) ?? '')
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

const read = searchBy({
  who: oneOf(whos, 'agent'),
  credential: oneOf(credentials),
  status: oneOf(statuses),
  risk: oneOf(risks),
  person: words(40),
  operation: words(100),
  /** A key or an OAuth client. */
  agent: words(40),
  search: words(2048),
  /** A custom span, as `2026-05-01T12:00:00.000Z`. */
  from: moment,
  to: moment,
  /** A span that ends now. */
  time: oneOf(keysOf(spans)),
  /** Only what changed something, or waits for a person. */
  changes: yes,
  live: yes,
  page,
  /** The request whose record the panel shows. */
  record: words(40),
})
/** The state of the audit log, all of it in the address. */
export type AuditSearch = ReturnType<typeof read>

/** Agents are selected unless the address says otherwise; two times win over a span. */
export function auditSearch(given: Record<string, unknown>): AuditSearch {
  const asked = read(given)
  return asked.from || asked.to ? defined({ ...asked, time: undefined }) : asked
}
