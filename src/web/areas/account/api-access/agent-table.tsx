import { Link } from '@tanstack/react-router'

import { AgentIdentity } from '#web/areas/account/api-access/agent-identity.tsx'
import { isKey, personOf, reducedScopes, statusWords, useOfAccess } from '#web/areas/account/api-access/agent-words.ts'
import type { AgentsSearch } from '#web/areas/account/api-access/agents-search.ts'
import { CalledOperation } from '#web/areas/account/api-access/called-operation.tsx'
import { namedAccess } from '#web/areas/account/api-access/scope-words.ts'
import type { ConnectedAgent } from '#web/operations.ts'
import { type Column, DataTable, TableSkeleton } from '#web/parts/data-table.tsx'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { Who } from '#web/parts/who.tsx'

type Props = {
  agents: readonly ConnectedAgent[]
  asked: AgentsSearch
  /** The ids of the marked keys and how to mark or unmark one; null: none can be marked. */
  marks: { marked: ReadonlySet<string>; onMark(id: string): void } | null
  onOpen(agent: ConnectedAgent): void
  onReduce(agent: ConnectedAgent): void
  mayReduce(agent: ConnectedAgent): boolean
}

const line = 'block truncate'
const second = `${line} text-sm text-muted`

/** Keys and applications, two lines each: what stands above, what explains it below. The rest is in the panel of a row. */
export function AgentTable({ agents, asked, marks, onOpen, onReduce, mayReduce }: Props) {
  const columns: Column<ConnectedAgent>[] = [
    ...(marks === null
      ? []
      : [
          {
            title: 'Marked',
            isTitleHidden: true,
            className: 'w-10 !pr-0 max-sm:empty:hidden',
            cell: (agent: ConnectedAgent) => <Mark {...{ agent, marks }} />,
          },
        ]),
    {
      title: 'Agent',
      className: 'max-sm:min-w-0 max-sm:flex-1',
      cell: (agent) => <Identity {...{ agent, asked }} />,
    },
    {
      title: 'Person',
      className: 'w-40 max-xl:hidden',
      cell: (agent) => (
        <>
          <span className={line}>{personOf(agent)}</span>
          <span className={second}>
            {isKey(agent) ? 'created' : 'connected'} <Time at={agent.createdAt} />
          </span>
        </>
      ),
    },
    {
      title: 'Access',
      className: 'w-60 max-lg:w-44 max-sm:hidden',
      cell: (agent) => (
        <Access agent={agent} onReduce={mayReduce(agent) && reducedScopes(agent) ? () => onReduce(agent) : null} />
      ),
    },
    {
      title: 'Last call',
      className: 'w-52 max-lg:w-40 max-md:hidden',
      cell: (agent) => <LastCall agent={agent} />,
    },
    {
      title: 'Today',
      className: 'w-16 text-right max-lg:hidden',
      cell: ({ requestsToday }) => (
        <span className="text-muted tabular-nums">{requestsToday.toLocaleString('en')}</span>
      ),
    },
    {
      title: 'Status',
      className: 'w-36 pl-3 max-sm:text-right',
      cell: (agent) => (
        <>
          <Status tone={statusWords[agent.status].tone}>{statusWords[agent.status].label}</Status>
          <span className={second}>
            {hasEnded(agent) ? 'ended' : 'ends'} <Expiry agent={agent} />
          </span>
        </>
      ),
    },
  ]
  return <DataTable label="Agents" columns={columns} rows={agents} keyOf={({ id }) => id} onOpen={onOpen} />
}

export function AgentTableSkeleton() {
  return <TableSkeleton label="Reading the agents" rows={3} rowHeight="h-[55px] max-sm:h-[67px]" />
}

function Mark({ agent, marks }: { agent: ConnectedAgent; marks: NonNullable<Props['marks']> }) {
  if (!isKey(agent) || agent.status === 'revoked') return null
  return (
    <input
      type="checkbox"
      aria-label={`Mark ${agent.name}`}
      checked={marks.marked.has(agent.id)}
      onChange={() => marks.onMark(agent.id)}
      className="mt-1 size-6 accent-ink md:size-4"
    />
  )
}

function Identity({ agent, asked }: { agent: ConnectedAgent; asked: AgentsSearch }) {
  return (
    <>
      <Link
        to="/o/$orgSlug/settings/api"
        from="/o/$orgSlug/settings/api"
        search={{ ...asked, agent: agent.id }}
        data-row-link
        resetScroll={false}
        title={agent.name}
        className={`${line} font-medium hover:underline max-sm:py-0.5`}
      >
        <Who isAgent>{agent.name}</Who>
      </Link>
      <AgentIdentity agent={agent} isLine />
    </>
  )
}

function Access({ agent, onReduce }: { agent: ConnectedAgent; onReduce: (() => void) | null }) {
  return (
    <>
      <span className={line}>{namedAccess(agent.scopes)}</span>
      <span className="flex items-baseline gap-x-2 text-sm text-muted">
        <span className="truncate">{useOfAccess(agent)}</span>
        {onReduce && (
          <button
            type="button"
            aria-label={`Reduce to what it used: ${agent.name}`}
            onClick={onReduce}
            className="-my-1 min-h-6 font-medium underline underline-offset-4 hover:text-ink max-lg:hidden"
          >
            Reduce
          </button>
        )}
      </span>
    </>
  )
}

function LastCall({ agent: { lastOperation, lastUsedAt, lastUsedFrom } }: { agent: ConnectedAgent }) {
  if (lastUsedAt === null) return <span className="text-muted">Never called</span>
  return (
    <>
      <span className={line}>{lastOperation ? <CalledOperation name={lastOperation} /> : 'Asked what it may do'}</span>
      <span className={second}>
        <Time at={lastUsedAt} />
        {lastUsedFrom && ` from ${lastUsedFrom}`}
      </span>
    </>
  )
}

const twoWeeks = 14 * 86_400_000

/** When an agent ends, amber if that is soon, or when it ended. */
export function Expiry({ agent: { expiresAt, revokedAt, status } }: { agent: ConnectedAgent }) {
  const isSoon = status === 'active' && Date.parse(expiresAt) - Date.now() < twoWeeks
  return (
    <span className={isSoon ? 'font-medium text-warn-ink' : 'text-muted'}>
      <Time at={revokedAt ?? expiresAt} />
    </span>
  )
}

/** Whether its time is over, or it was ended. */
export function hasEnded({ revokedAt, status }: ConnectedAgent): boolean {
  return revokedAt !== null || status === 'expired'
}
