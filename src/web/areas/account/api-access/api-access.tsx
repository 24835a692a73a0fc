import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'

import { AgentActions } from '#web/areas/account/api-access/agent-actions.tsx'
import { AgentDialogs } from '#web/areas/account/api-access/agent-dialogs.tsx'
import { AgentList } from '#web/areas/account/api-access/agent-list.tsx'
import { AgentNotices } from '#web/areas/account/api-access/agent-notices.tsx'
import { AgentPanel } from '#web/areas/account/api-access/agent-panel.tsx'
import { agentsQuery, isNarrowed, membersQuery } from '#web/areas/account/api-access/agents-query.ts'
import { ConnectSection } from '#web/areas/account/api-access/connect-section.tsx'
import { KeyNotices } from '#web/areas/account/api-access/key-notices.tsx'
import type { OpenDialog } from '#web/areas/account/api-access/open-dialog.ts'
import { PageActions } from '#web/areas/account/api-access/page-actions.tsx'
import { Suspended } from '#web/areas/account/api-access/suspended.tsx'
import { useAgentsSearch } from '#web/areas/account/api-access/use-agents-search.ts'
import { useKeyWarnings } from '#web/areas/account/api-access/use-key-warnings.ts'
import { useLiveAgents } from '#web/areas/account/api-access/use-live-agents.ts'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { isAdmin } from '#web/session.ts'
import { useCatalog } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

/** Agents: keys and OAuth apps as one list, followed by API & MCP access: how to connect an agent. */
export function ApiAccess() {
  const { asked, open: openPanel } = useAgentsSearch()
  const { session, organization } = useRouteContext({ from: '/o/$orgSlug' })
  const viewer = { userId: session.user.id, isAdmin: isAdmin(organization.role) }
  const agents = useOperation('listConnectedAgents', agentsQuery(asked))
  const catalog = useCatalog()
  const notices = useOperation('listAgentNotices', {})
  const warnings = useKeyWarnings(viewer.userId)
  // Asked for here, too: the list is drawn again with its filters, and who leaves an answer alone cancels it.
  useOperation('listMembers', membersQuery, {
    staleTime: 60_000,
    enabled: viewer.isAdmin && asked.person !== undefined,
  })
  useLiveAgents()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const operations = catalog.data?.operations ?? []
  const isBare = agents.data?.total === 0 && !isNarrowed(asked)
  const isKnown = !warnings.isPending && !notices.isPending

  return (
    <Page
      title="Agents"
      lead={viewer.isAdmin ? leadOfAll(organization.name) : leadOfOwn(organization.name)}
      isWide
      actions={
        <PageActions
          isBare={isBare}
          mayCreate={catalog.data !== undefined}
          onCreate={() => setDialog({ what: 'create' })}
        />
      }
    >
      <Suspended />
      {catalog.error && (
        <div className="mb-4">
          <Problem error={catalog.error} onRetry={() => void catalog.refetch()} />
        </div>
      )}
      {isKnown && <AgentNotices notices={notices.data?.items ?? []} isAdmin={viewer.isAdmin} />}
      {isKnown && <KeyNotices {...warnings} />}
      {/* Drawn again below the notices: moved down by them it would jump. Rows come after that, so that none loses the focus. */}
      <AgentList
        key={isKnown ? 'known' : 'waiting'}
        agents={agents}
        viewer={viewer}
        maxKeyDays={warnings.maxKeyDays}
        isWaiting={!isKnown}
        isBare={isBare}
        onOpen={setDialog}
      />
      {/* Below a list whose length is not known yet it would move. */}
      {isKnown && !agents.isPending && <ConnectSection catalog={operations} />}
      {asked.agent && (
        <AgentPanel
          id={asked.agent}
          isAdmin={viewer.isAdmin}
          actions={(agent) => <AgentActions agent={agent} viewer={viewer} onOpen={setDialog} />}
          onClose={() => openPanel(undefined)}
        />
      )}
      {dialog && (
        <AgentDialogs
          open={dialog}
          catalog={operations}
          maxKeyDays={warnings.maxKeyDays ?? 90}
          userId={viewer.userId}
          onOpen={setDialog}
        />
      )}
    </Page>
  )
}

function leadOfAll(organization: string): string {
  return `Every app and API key that works in ${organization} in the name of a person: what it may do, how much of that it has used, and how to end it.`
}

function leadOfOwn(organization: string): string {
  return `Your apps and API keys in ${organization}: what each may do, how much of that it has used, and how to end it. Owners and admins see those of everybody.`
}
