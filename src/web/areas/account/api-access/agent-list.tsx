import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

import { AgentFilters } from '#web/areas/account/api-access/agent-filters.tsx'
import { AgentTable, AgentTableSkeleton } from '#web/areas/account/api-access/agent-table.tsx'
import { isKey } from '#web/areas/account/api-access/agent-words.ts'
import { isNarrowed } from '#web/areas/account/api-access/agents-query.ts'
import { KeyPolicy } from '#web/areas/account/api-access/key-policy.tsx'
import { MarkedKeys } from '#web/areas/account/api-access/marked-keys.tsx'
import { NoAgents } from '#web/areas/account/api-access/no-agents.tsx'
import { type OpenDialog, reducing } from '#web/areas/account/api-access/open-dialog.ts'
import { type AgentsChange, everyAgent, useAgentsSearch } from '#web/areas/account/api-access/use-agents-search.ts'
import type { Viewer } from '#web/areas/account/api-access/viewer.ts'
import type { ConnectedAgent, ListOf } from '#web/operations.ts'
import { ListBody } from '#web/parts/list-body.tsx'

type Props = {
  agents: UseQueryResult<ListOf<ConnectedAgent>>
  viewer: Viewer
  /** How long keys may live, where it is known. */
  maxKeyDays: number | null
  /** Whether what is above the list is still unknown. */
  isWaiting: boolean
  /** There is no agent at all. */
  isBare: boolean
  onOpen(dialog: OpenDialog): void
}

/** Keys and apps as one list, with the keys that are marked. */
export function AgentList({ agents, viewer, maxKeyDays, isWaiting, isBare, onOpen }: Props) {
  const { asked, go, narrow, open } = useAgentsSearch()
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const unmark = () => setMarked(new Set())
  const change = (next: AgentsChange) => {
    unmark()
    narrow(next)
  }
  const clear = () => change(everyAgent)
  const chosen = (agents.data?.items ?? [])
    .filter(isKey)
    .filter(({ id, status }) => marked.has(id) && status !== 'revoked')

  return (
    <section aria-label="Agents">
      {/* They stay as long as the skeleton below them, which would jump. */}
      {(!isBare || isWaiting) && (
        <AgentFilters asked={asked} isAdmin={viewer.isAdmin} onChange={change} onClear={clear} />
      )}
      <MarkedKeys count={chosen.length} onUnmark={unmark} onRevoke={() => onOpen({ what: 'revoke', keys: chosen })} />
      <ListBody
        list={agents}
        skeleton={<AgentTableSkeleton />}
        isWaiting={isWaiting}
        empty={() => <NoAgents isNarrowed={isNarrowed(asked)} isAdmin={viewer.isAdmin} onClear={clear} />}
        onPage={(page) => go({ page })}
      >
        {({ items }) => (
          <AgentTable
            agents={items}
            asked={asked}
            marks={viewer.isAdmin ? { marked, onMark: (id) => setMarked(toggled(marked, id)) } : null}
            onOpen={({ id }) => open(id)}
            onReduce={(agent) => onOpen(reducing(agent))}
            mayReduce={(agent) => agent.actorUserId === viewer.userId || (viewer.isAdmin && !isKey(agent))}
          />
        )}
      </ListBody>
      {maxKeyDays !== null && <KeyPolicy maxKeyDays={maxKeyDays} />}
    </section>
  )
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id])
}
