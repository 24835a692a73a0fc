import { useNavigate, useParams, useRouteContext, useSearch } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'

import { AgentCalls } from '#web/areas/account/agent/agent-calls.tsx'
import { type AgentTab, agentTabs } from '#web/areas/account/agent/agent-search.ts'
import { useTabCounts } from '#web/areas/account/agent/use-agent-calls.ts'
import { AgentActions } from '#web/areas/account/api-access/agent-actions.tsx'
import { AgentDialogs } from '#web/areas/account/api-access/agent-dialogs.tsx'
import { AgentAccess, AgentFacts } from '#web/areas/account/api-access/agent-facts.tsx'
import { kindWords, personOf, statusWords } from '#web/areas/account/api-access/agent-words.ts'
import type { OpenDialog } from '#web/areas/account/api-access/open-dialog.ts'
import { useOrganization } from '#web/context.ts'
import { useRecordInPath } from '#web/open-record.ts'
import type { ConnectedAgent } from '#web/operations.ts'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Status } from '#web/parts/status.tsx'
import { Tabs } from '#web/parts/tabs.tsx'
import { useWide } from '#web/parts/use-wide.ts'
import { Who } from '#web/parts/who.tsx'
import { isAdmin } from '#web/session.ts'
import { useCatalog } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

/** One agent: what it did, sitting by sitting, with the way back, and what it may do. */
export function AgentPage() {
  const { agent: id = '' } = useParams({ strict: false })
  const found = useOperation('listConnectedAgents', { search: id, pageSize: 1 })
  const agent = found.data?.items.find((one) => one.id === id)
  if (agent !== undefined) return <Known agent={agent} />
  return (
    <Page title="Agent">
      {found.error !== null && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.data === undefined && found.error === null && <Skeleton className="h-96 w-full" />}
      {found.data !== undefined && (
        <EmptyState title="There is no such agent">It does not exist, or it belongs to somebody else.</EmptyState>
      )}
    </Page>
  )
}

const tabWords: Record<AgentTab, string> = {
  sittings: 'Sittings',
  calls: 'Calls',
  waiting: 'Waiting',
  refused: 'Refused',
}

function Known({ agent }: { agent: ConnectedAgent }) {
  const { session, organization } = useRouteContext({ from: '/o/$orgSlug' })
  const { slug } = useOrganization()
  const { tab = 'sittings' } = useSearch({ from: '/o/$orgSlug/agents/$agent' })
  const navigate = useNavigate()
  const counts = useTabCounts(agent.id)
  useRecordInPath(agent.name, <Who isAgent>{agent.name}</Who>)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const viewer = { userId: session.user.id, isAdmin: isAdmin(organization.role) }
  const show = (next: AgentTab) =>
    void navigate({
      to: '/o/$orgSlug/agents/$agent',
      params: { orgSlug: slug, agent: agent.id },
      search: next === 'sittings' ? {} : { tab: next },
      replace: true,
      resetScroll: false,
    })
  const isBeside = useWide(1280)
  const about = (
    <>
      <h2 className="sr-only">About this agent</h2>
      <AgentAccess agent={agent} />
      <AgentFacts agent={agent} isAdmin={viewer.isAdmin} />
      <div className="flex flex-wrap gap-2">
        <AgentActions agent={agent} viewer={viewer} onOpen={setDialog} />
      </div>
    </>
  )
  return (
    <Page
      title={agent.name}
      heading={<Who isAgent>{agent.name}</Who>}
      lead={`${kindWords[agent.kind]} of ${personOf(agent)}.`}
      isFinding
      isWide
      rail={
        isBeside && (
          <aside
            aria-label="About this agent"
            tabIndex={0}
            className="sticky top-12 flex h-[calc(100dvh-48px)] w-87 shrink-0 flex-col gap-7 overflow-y-auto border-l border-line bg-surface p-5 focus-visible:-outline-offset-2"
          >
            {about}
          </aside>
        )
      }
      actions={
        <>
          <Status tone={statusWords[agent.status].tone}>{statusWords[agent.status].label}</Status>
        </>
      }
    >
      <div className="grid gap-y-8 has-[[data-waits]]:[&>aside]:hidden">
        <Tabs
          label="What it did"
          tabs={agentTabs.map((value) => ({ value, label: tabWords[value], count: counts[value] }))}
          value={tab}
          onChange={show}
        >
          <AgentCalls key={tab} credentialId={agent.id} tab={tab} />
        </Tabs>
        {!isBeside && (
          <aside aria-label="About this agent" className="flex flex-col gap-7">
            {about}
          </aside>
        )}
      </div>
      {dialog && <Dialogs open={dialog} userId={viewer.userId} onOpen={setDialog} />}
    </Page>
  )
}

/** What can be done with the agent, once it is known how long a new key may live. */
function Dialogs(props: Omit<ComponentProps<typeof AgentDialogs>, 'catalog' | 'maxKeyDays'>) {
  const catalog = useCatalog()
  const keys = useOperation('listApiKeys', { pageSize: 1 })
  if (keys.isPending) return null
  return <AgentDialogs {...props} catalog={catalog.data?.operations ?? []} maxKeyDays={keys.data?.maxKeyDays ?? 90} />
}
