import { BadgeCheck, TriangleAlert } from 'lucide-react'

import { isKey, shownKey, verifiedHost } from '#web/areas/account/api-access/agent-words.ts'
import type { ConnectedAgent } from '#web/operations.ts'

/** What distinguishes agents with the same name: the end of a key, or where an application lives and whether that is verified. */
export function AgentIdentity({ agent }: { agent: ConnectedAgent }) {
  if (isKey(agent)) return <code className="text-sm text-muted">{shownKey(agent)}</code>
  const host = verifiedHost(agent)
  return (
    <span className="flex flex-wrap gap-x-2 text-sm text-muted">
      <span className="break-all">{agent.redirectHost}</span>
      {host === null ? (
        <span className="inline-flex items-center gap-1 text-warn-ink">
          <TriangleAlert aria-hidden size={14} strokeWidth={1.75} />
          self-registered, unverified
        </span>
      ) : (
        <span className="inline-flex items-center gap-1 text-ok-ink">
          <BadgeCheck aria-hidden size={14} strokeWidth={1.75} />
          <span className="break-all">verified: {host}</span>
        </span>
      )}
    </span>
  )
}
