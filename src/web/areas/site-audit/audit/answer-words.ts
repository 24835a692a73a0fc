import { pathOf } from '#web/areas/site-audit/audit/rule-words.ts'
import type { OutputOf } from '#web/operations.ts'

type Audited = OutputOf<'listSiteAuditPages'>['items'][number]

/** What an address answered, in words. */
export function answerOf({ status, error, blockedByRobots, redirectChain }: Audited): string {
  if (blockedByRobots) return 'Not asked: robots.txt forbids it'
  if (error !== null) return error === 'timeout' ? 'Took too long' : 'Did not answer'
  if (status === null) return '—'
  if (status >= 500) return `The server failed (${status})`
  if (status >= 400) return `Does not exist (${status})`
  const end = redirectChain.at(-1)
  if (status >= 300) return end === undefined ? `Leads on (${status})` : `Leads to ${pathOf(end.url)}`
  return 'Is there'
}
