import type { AuditQuery } from '#web/operations.ts'
import { defined, keysOf } from '#std/objects.ts'

/** The state of the audit log, all of it in the address. */
export type AuditSearch = {
  who?: 'person' | 'everyone'
  credential?: NonNullable<AuditQuery['credentialType']>
  status?: (typeof statuses)[number]
  risk?: (typeof risks)[number]
  /** Only what changed something, or waits for a person. */
  changes?: true
  person?: string
  operation?: string
  /** A key or an OAuth client. */
  agent?: string
  search?: string
  /** A span that ends now. */
  time?: Span
  /** A custom span, as `2026-05-01T12:00:00.000Z`. */
  from?: string
  to?: string
  live?: true
  page?: number
  /** The request whose record the panel shows. */
  record?: string
}
export type Span = keyof typeof spans

const minute = 60_000
export const spans = { '1h': 60 * minute, '24h': 1440 * minute, '7d': 10_080 * minute, '30d': 43_200 * minute } as const

export const whos = ['agent', 'person', 'everyone'] as const
export const credentials = ['api_key', 'oauth', 'session', 'system'] as const
export const statuses = ['succeeded', 'failed', 'rejected', 'replayed', 'waiting'] as const
export const risks = ['read', 'write', 'publish', 'external', 'destructive'] as const

/** Agents are selected unless the address says otherwise. */
export function auditSearch(given: Record<string, unknown>): AuditSearch {
  const one = <const V extends string>(name: keyof AuditSearch, values: readonly V[]) =>
    values.find((value) => value === given[name])
  // A number in the address was typed as text.
  const text = (name: keyof AuditSearch, longest: number) =>
    String(given[name] ?? '')
      .trim()
      .slice(0, longest)
  const moment = (name: keyof AuditSearch) => {
    const time = Date.parse(text(name, 40))
    return Number.isNaN(time) ? undefined : new Date(time).toISOString()
  }
  const page = Number(given['page'])
  const [from, to] = [moment('from'), moment('to')]
  return defined({
    who: one('who', ['person', 'everyone']),
    credential: one('credential', credentials),
    status: one('status', statuses),
    risk: one('risk', risks),
    person: text('person', 40) || undefined,
    operation: text('operation', 100) || undefined,
    agent: text('agent', 40) || undefined,
    search: text('search', 2048) || undefined,
    time: from || to ? undefined : one('time', keysOf(spans)),
    from,
    to,
    changes: given['changes'] === true ? true : undefined,
    live: given['live'] === true ? true : undefined,
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    record: text('record', 40) || undefined,
  })
}
