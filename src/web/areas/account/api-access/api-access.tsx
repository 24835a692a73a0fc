import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { AgentActions } from '#web/areas/account/api-access/agent-actions.tsx'
import { AgentDialogs, type OpenDialog } from '#web/areas/account/api-access/agent-dialogs.tsx'
import { AgentFilters } from '#web/areas/account/api-access/agent-filters.tsx'
import { AgentNotices } from '#web/areas/account/api-access/agent-notices.tsx'
import { AgentPanel } from '#web/areas/account/api-access/agent-panel.tsx'
import { AgentTable, AgentTableSkeleton } from '#web/areas/account/api-access/agent-table.tsx'
import { isKey, reducedScopes } from '#web/areas/account/api-access/agent-words.ts'
import {
  agentsQuery,
  agentsSearch,
  type AgentsSearch,
  isNarrowed,
} from '#web/areas/account/api-access/agents-search.ts'
import { ConnectAgent } from '#web/areas/account/api-access/connect-agent.tsx'
import { grantable } from '#web/areas/account/api-access/grantable.ts'
import { KeyNotices } from '#web/areas/account/api-access/key-notices.tsx'
import { KeyPolicy } from '#web/areas/account/api-access/key-policy.tsx'
import { NoAgents } from '#web/areas/account/api-access/no-agents.tsx'
import { useKeyWarnings } from '#web/areas/account/api-access/use-key-warnings.ts'
import { useLiveAgents } from '#web/areas/account/api-access/use-live-agents.ts'
import type { ConnectedAgent } from '#web/operations.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { Page } from '#web/parts/page.tsx'
import { Pagination } from '#web/parts/pagination.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { NotViaApi } from '#web/parts/via-api.tsx'
import { useOperation } from '#web/use-operation.ts'

/** Settings > Connected agents: keys and OAuth apps as one list, followed by API & MCP access: how to connect an agent. */
export function ApiAccess() {
  const asked = useSearch({ from: '/o/$orgSlug/settings/api' })
  const navigate = useNavigate({ from: '/o/$orgSlug/settings/api' })
  const { session, organization } = useRouteContext({ from: '/o/$orgSlug' })
  const userId = session.user.id
  const isAdmin = organization.role === 'owner' || organization.role === 'admin'
  const agents = useOperation('listConnectedAgents', agentsQuery(asked))
  const catalog = useOperation('listOperations', {}, { staleTime: 300_000 })
  const notices = useOperation('listAgentNotices', {})
  const warnings = useKeyWarnings(userId)
  useLiveAgents()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const go = (next: AgentsSearch, resetScroll = true) => void navigate({ search: agentsSearch(next), resetScroll })
  const narrow = (change: AgentsSearch) => {
    setMarked(new Set())
    go({ ...asked, ...change, page: undefined })
  }
  const clear = () =>
    narrow({ search: undefined, kind: undefined, status: undefined, person: undefined, scope: undefined })
  const reduce = (agent: ConnectedAgent) =>
    setOpen(
      isKey(agent)
        ? { what: 'create', like: { name: agent.name, scopes: reducedScopes(agent) ?? agent.scopes } }
        : { what: 'reduce', agent },
    )

  const operations = catalog.data?.operations ?? []
  const isKnown = !warnings.isPending && !notices.isPending
  const chosen = (agents.data?.items ?? [])
    .filter(isKey)
    .filter(({ id, status }) => marked.has(id) && status !== 'revoked')
  return (
    <Page
      title="Connected agents"
      lead={
        isAdmin
          ? `Every app and API key that works in ${organization.name} in the name of a person: what it may do, how much of that it has used, and how to end it.`
          : `Your apps and API keys in ${organization.name}: what each may do, how much of that it has used, and how to end it. Owners and admins see those of everybody.`
      }
      isWide
      actions={
        <>
          <NotViaApi
            name="listConnectedAgents"
            category="auth_internals"
            nearest={{ name: 'listApiKeys', input: {}, gives: 'the keys, without their calls' }}
          />
          <a href="#connect" className={clsx(buttonLook('secondary'), 'max-sm:hidden!')}>
            Connect an agent
          </a>
          <Button look="primary" onClick={() => setOpen({ what: 'create' })} disabled={!catalog.data}>
            <Plus aria-hidden strokeWidth={1.75} /> Create key
          </Button>
        </>
      }
    >
      {catalog.error && (
        <div className="mb-4">
          <Problem error={catalog.error} onRetry={() => void catalog.refetch()} />
        </div>
      )}
      {isKnown && <AgentNotices notices={notices.data?.items ?? []} isAdmin={isAdmin} />}
      {isKnown && <KeyNotices {...warnings} />}
      {/* Drawn anew below the notices: moved down by them it would jump. Rows come after that, so that none loses the focus. */}
      <section
        key={isKnown ? 'known' : 'waiting'}
        aria-label="Agents"
        className="rounded-xl border border-line bg-surface shadow-card"
      >
        <AgentFilters asked={asked} isAdmin={isAdmin} onChange={narrow} onClear={clear} />
        {chosen.length > 0 && (
          <div role="status" className="flex flex-wrap items-center gap-3 border-b border-line bg-raised px-4 py-2">
            <p className="flex-1">{chosen.length === 1 ? 'One key is marked.' : `${chosen.length} keys are marked.`}</p>
            <Button onClick={() => setMarked(new Set())}>Unmark</Button>
            <Button look="danger" onClick={() => setOpen({ what: 'revoke', keys: chosen })}>
              Revoke
            </Button>
          </div>
        )}
        {(agents.isPending || !isKnown) && <AgentTableSkeleton />}
        {agents.error && !agents.data && (
          <div className="p-4">
            <Problem error={agents.error} onRetry={() => void agents.refetch()} />
          </div>
        )}
        {isKnown && agents.data && (
          <div
            className={clsx('transition-opacity delay-100', agents.isPlaceholderData && 'opacity-60')}
            aria-busy={agents.isPlaceholderData}
          >
            {agents.data.items.length > 0 ? (
              <AgentTable
                agents={agents.data.items}
                asked={asked}
                marks={isAdmin ? { marked, onMark: (id) => setMarked(toggled(marked, id)) } : null}
                onOpen={({ id }) => go({ ...asked, agent: id }, false)}
                onReduce={reduce}
                mayReduce={(agent) => agent.actorUserId === userId || (isAdmin && !isKey(agent))}
              />
            ) : (
              <NoAgents
                reason={agents.data.total > 0 ? 'beyond' : isNarrowed(asked) ? 'narrowed' : 'none'}
                isAdmin={isAdmin}
                onClear={clear}
                onFirst={() => go({ ...asked, page: undefined })}
              />
            )}
            <Pagination list={agents.data} onPage={(page) => go({ ...asked, page })} />
          </div>
        )}
        {warnings.maxKeyDays !== null && <KeyPolicy maxKeyDays={warnings.maxKeyDays} />}
      </section>

      {/* Below a list whose length is not known yet it would move. */}
      {isKnown && !agents.isPending && (
        <section aria-labelledby="connect" className="mt-10 max-w-4xl">
          <h2 id="connect" tabIndex={-1} className="scroll-mt-20 text-lg font-semibold outline-none">
            API & MCP access
          </h2>
          <p className="mt-1 mb-5 max-w-2xl text-muted">
            How an agent or a program is connected. Whatever it is, it can do at most what your role can, and only what
            you allow it.
          </p>
          <ConnectAgent catalog={operations} canWrite={grantable('content:write', operations).isGrantable} />
        </section>
      )}

      {asked.agent && (
        <AgentPanel
          id={asked.agent}
          isAdmin={isAdmin}
          actions={(agent) => (
            <AgentActions
              agent={agent}
              isOwn={agent.actorUserId === userId}
              isAdmin={isAdmin}
              on={{
                change: (one) => setOpen({ what: 'change', agent: one }),
                reduce,
                disconnect: (one) => setOpen({ what: 'disconnect', agent: one }),
                rotate: (key) => setOpen({ what: 'rotate', key }),
                toggle: (key) => setOpen({ what: 'switch', key }),
                revoke: (key) => setOpen({ what: 'revoke', keys: [key] }),
              }}
            />
          )}
          onClose={() => go({ ...asked, agent: undefined }, false)}
        />
      )}
      {open && (
        <AgentDialogs
          open={open}
          catalog={operations}
          maxKeyDays={warnings.maxKeyDays ?? 90}
          userId={userId}
          onOpen={setOpen}
        />
      )}
    </Page>
  )
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id])
}
