import { clsx } from 'clsx'

import { useOfAccess } from '#web/areas/account/api-access/agent-words.ts'
import { allScopes } from '#web/areas/account/api-access/scopes.ts'
import type { ConnectedAgent } from '#web/operations.ts'

/** How much of its access an agent has used: a mark for each scope, filled where it was used, and the same in words. */
export function AccessUse({ agent }: { agent: ConnectedAgent }) {
  const granted = allScopes.filter((scope) => agent.scopes.includes(scope))
  return (
    <span className="block">
      <span aria-hidden className="my-1.5 flex gap-0.5">
        {granted.map((scope) => (
          <span
            key={scope}
            className={clsx('h-1.5 w-2 rounded-full', agent.usedScopes.includes(scope) ? 'bg-ink' : 'bg-line')}
          />
        ))}
      </span>
      <span className="block text-sm text-muted">{useOfAccess(agent)}</span>
    </span>
  )
}
