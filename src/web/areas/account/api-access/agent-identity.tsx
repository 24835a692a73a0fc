import { clsx } from 'clsx'
import { BadgeCheck, TriangleAlert } from 'lucide-react'

import { isKey, shownKey, verifiedHost } from '#web/areas/account/api-access/agent-words.ts'
import type { ConnectedAgent } from '#web/operations.ts'

type Props = {
  agent: ConnectedAgent
  /** In one line, in which the host makes room for what is known of it. */
  isLine?: boolean
}

/** What distinguishes agents with the same name: the end of a key, or where an application lives and whether that is verified. */
export function AgentIdentity({ agent, isLine = false }: Props) {
  if (isKey(agent))
    return <code className={clsx('text-sm text-muted', isLine && 'block truncate')}>{shownKey(agent)}</code>
  const host = verifiedHost(agent)
  return (
    <span className={clsx('flex gap-x-2 text-sm text-muted', !isLine && 'flex-wrap')}>
      <span className={isLine ? 'truncate' : 'break-all'} title={agent.redirectHost ?? undefined}>
        {agent.redirectHost}
      </span>
      {host === null ? (
        <span className={clsx('inline-flex items-center gap-1 text-warn-ink', isLine && 'shrink-0')}>
          <TriangleAlert aria-hidden size={14} strokeWidth={1.75} />
          <span>
            <span className={isLine ? 'max-xl:sr-only' : undefined}>self-registered, </span>unverified
          </span>
        </span>
      ) : (
        <span className={clsx('inline-flex items-center gap-1 text-ok-ink', isLine && 'min-w-0')}>
          <BadgeCheck aria-hidden size={14} strokeWidth={1.75} />
          <span className={isLine ? 'truncate' : 'break-all'}>verified: {host}</span>
        </span>
      )}
    </span>
  )
}
