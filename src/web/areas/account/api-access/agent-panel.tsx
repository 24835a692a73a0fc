import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { AgentAccess, AgentFacts } from '#web/areas/account/api-access/agent-facts.tsx'
import { isKey, kindWords, statusWords } from '#web/areas/account/api-access/agent-words.ts'
import { FirstCall } from '#web/areas/account/api-access/first-call.tsx'
import type { ConnectedAgent } from '#web/operations.ts'
import { buttonLook } from '#web/parts/button.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Sheet } from '#web/parts/sheet.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Status } from '#web/parts/status.tsx'
import { Who } from '#web/parts/who.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = { id: string; isAdmin: boolean; actions(agent: ConnectedAgent): ReactNode; onClose(): void }

/** Everything that is known about one agent, and what can be done with it. */
export function AgentPanel({ id, isAdmin, actions, onClose }: Props) {
  const { data, error, refetch } = useOperation('listConnectedAgents', { search: id, pageSize: 1 })
  const agent = data?.items.find((one) => one.id === id)
  if (agent)
    return (
      <Sheet
        title={<Who isAgent>{agent.name}</Who>}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <Status tone={statusWords[agent.status].tone}>{statusWords[agent.status].label}</Status>
            <span className="text-sm">{kindWords[agent.kind]}</span>
          </span>
        }
        footer={actions(agent)}
        onClose={onClose}
      >
        <div className="flex flex-col gap-7">
          {isKey(agent) && agent.status === 'active' && agent.lastUsedAt === null && <FirstCall keyId={agent.id} />}
          <p>
            <Link
              to="/o/$orgSlug/agents/$agent"
              from="/o/$orgSlug/settings/api"
              params={{ agent: agent.id }}
              className={buttonLook('plain')}
            >
              What it did
            </Link>
          </p>
          <AgentFacts agent={agent} isAdmin={isAdmin} />
          <AgentAccess agent={agent} />
        </div>
      </Sheet>
    )
  if (error)
    return (
      <Sheet title="This agent could not be read" onClose={onClose}>
        <Problem error={error} onRetry={() => void refetch()} />
      </Sheet>
    )
  if (data && data.items.length === 0)
    return (
      <Sheet title="There is no such agent" onClose={onClose}>
        <p className="text-muted">It does not exist, or it belongs to somebody else.</p>
      </Sheet>
    )
  return (
    <Sheet title="Reading the agent" onClose={onClose}>
      <Skeleton className="h-48 rounded-xl" />
      <Skeleton className="mt-6 h-40 rounded-xl" />
    </Sheet>
  )
}
