import { Link } from '@tanstack/react-router'

import { AccessUse } from '#web/areas/account/api-access/access-use.tsx'
import { AgentIdentity } from '#web/areas/account/api-access/agent-identity.tsx'
import { isKey, kindWords, personOf, reducedScopes, statusWords } from '#web/areas/account/api-access/agent-words.ts'
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

/** Keys and applications as a table; under 640 px every row is a card. A link in each row opens its panel. */
export function AgentTable({ agents, asked, marks, onOpen, onReduce, mayReduce }: Props) {
  const columns: Column<ConnectedAgent>[] = [
    ...(marks === null
      ? []
      : [
          {
            title: 'Marked',
            isTitleHidden: true,
            className: 'w-10 !pr-0 max-sm:order-1 max-sm:empty:hidden',
            cell: (agent: ConnectedAgent) => <Mark {...{ agent, marks }} />,
          },
        ]),
    {
      title: 'Agent',
      className: 'max-sm:order-3 max-sm:w-full!',
      cell: (agent) => <Identity {...{ agent, asked }} />,
    },
    {
      title: 'Person',
      className: 'w-36 max-xl:hidden',
      cell: (agent) => <span className="break-words">{personOf(agent)}</span>,
    },
    {
      title: 'Access',
      className: 'w-52 max-md:w-44 max-sm:order-4 max-sm:w-full!',
      cell: (agent) => (
        <Access agent={agent} onReduce={mayReduce(agent) && reducedScopes(agent) ? () => onReduce(agent) : null} />
      ),
    },
    {
      title: 'Last call',
      className: 'w-52 max-lg:w-40 max-sm:order-5 max-sm:w-full!',
      cell: (agent) => <LastCall agent={agent} />,
    },
    {
      title: 'Today',
      className: 'w-20 text-right max-lg:hidden',
      cell: ({ requestsToday }) => (
        <span className="text-muted tabular-nums">{requestsToday.toLocaleString('en')}</span>
      ),
    },
    {
      title: 'Expires',
      className: 'w-28 max-md:hidden max-sm:order-6 max-sm:block',
      cell: (agent) => <Expiry agent={agent} />,
    },
    {
      title: 'Status',
      className: 'w-28 max-sm:order-2',
      cell: ({ status }) => <Status tone={statusWords[status].tone}>{statusWords[status].label}</Status>,
    },
  ]
  return <DataTable label="Agents" columns={columns} rows={agents} keyOf={({ id }) => id} onOpen={onOpen} />
}

export function AgentTableSkeleton() {
  return <TableSkeleton label="Reading the agents" rows={3} rowHeight="h-[86px] max-sm:h-[238px]" />
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
    <div className="flex min-w-0 items-start gap-2.5">
      <div className="min-w-0">
        <Link
          to="/o/$orgSlug/settings/api"
          from="/o/$orgSlug/settings/api"
          search={{ ...asked, agent: agent.id }}
          data-row-link
          resetScroll={false}
          className="font-medium break-words hover:underline max-sm:inline-block max-sm:py-0.5"
        >
          <Who isAgent>{agent.name}</Who>
        </Link>
        <span className="block">
          <AgentIdentity agent={agent} />
        </span>
        <span className="block text-sm text-muted xl:hidden">
          {kindWords[agent.kind]} of {personOf(agent)}
        </span>
      </div>
    </div>
  )
}

function Access({ agent, onReduce }: { agent: ConnectedAgent; onReduce: (() => void) | null }) {
  return (
    <>
      <span className="block">{namedAccess(agent.scopes)}</span>
      <AccessUse agent={agent} />
      {onReduce && (
        <button
          type="button"
          aria-label={`Reduce to what it used: ${agent.name}`}
          onClick={onReduce}
          className="py-1 text-left text-sm font-medium text-muted underline underline-offset-4 hover:text-ink"
        >
          Reduce to what it used
        </button>
      )}
    </>
  )
}

function LastCall({ agent: { lastOperation, lastUsedAt, lastUsedFrom, requestsToday } }: { agent: ConnectedAgent }) {
  if (lastUsedAt === null) return <span className="text-muted">Never called</span>
  return (
    <>
      {lastOperation && (
        <span className="block wrap-anywhere">
          <CalledOperation name={lastOperation} />
        </span>
      )}
      <span className="block text-sm text-muted">
        <Time at={lastUsedAt} />
        {lastUsedFrom && <span className="break-all"> from {lastUsedFrom}</span>}
      </span>
      <span className="block text-sm text-muted tabular-nums lg:hidden">
        {requestsToday === 1 ? 'One call today' : `${requestsToday.toLocaleString('en')} calls today`}
      </span>
    </>
  )
}

const twoWeeks = 14 * 86_400_000

/** When an agent ends, amber if that is soon, or when it was ended. */
export function Expiry({ agent: { expiresAt, revokedAt, status } }: { agent: ConnectedAgent }) {
  if (revokedAt)
    return (
      <span className="text-muted">
        Ended <Time at={revokedAt} />
      </span>
    )
  const isSoon = status === 'active' && Date.parse(expiresAt) - Date.now() < twoWeeks
  return (
    <span className={isSoon ? 'font-medium text-warn-ink' : 'text-muted'}>
      <span className="sm:hidden">Expires </span>
      <Time at={expiresAt} />
    </span>
  )
}
