import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Download, Lock, RefreshCw, ScrollText, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { AuditFilters } from '#web/areas/agent-audit/audit-log/audit-filters.tsx'
import {
  auditQuery,
  auditSearch,
  filterCount,
  type AuditSearch,
} from '#web/areas/agent-audit/audit-log/audit-search.ts'
import { AuditTable } from '#web/areas/agent-audit/audit-log/audit-table.tsx'
import { ExportLog } from '#web/areas/agent-audit/audit-log/export-log.tsx'
import { foldSittings } from '#web/areas/agent-audit/audit-log/fold-sittings.ts'
import { RecordPanel } from '#web/areas/agent-audit/audit-log/record-panel.tsx'
import { useFresh, useLiveLog } from '#web/areas/agent-audit/audit-log/use-live-log.ts'
import { WhoTabs } from '#web/areas/agent-audit/audit-log/who-tabs.tsx'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { TableSkeleton } from '#web/parts/data-table.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { NoSuchPage } from '#web/parts/no-such-page.tsx'
import { Page } from '#web/parts/page.tsx'
import { Pagination } from '#web/parts/pagination.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { Switch } from '#web/parts/switch.tsx'
import { ViaApi } from '#web/parts/via-api.tsx'
import { useOperation } from '#web/use-operation.ts'

const title = 'Audit log'
const lead =
  'Every call of an agent and every change by a person, including refused ones. Nobody can edit or delete a record; each is kept for at least 400 days.'

/** Settings > Audit log. People who may not read it are told who can grant it; the server is not asked in vain. */
export function AuditLog() {
  const catalog = useOperation('listOperations', {}, { staleTime: 300_000 })
  const entry = catalog.data?.operations.find(({ name }) => name === 'listAgentAuditLog')
  if (entry?.allowed || catalog.isPending)
    return <Log isAllowed={entry !== undefined} operations={catalog.data?.operations.map(({ name }) => name) ?? []} />
  return (
    <Page title={title} lead={lead} isWide>
      <div className={card}>
        {entry ? (
          <EmptyState icon={<Lock strokeWidth={1.75} />} title="Owners and admins read the audit log">
            It shows what everybody does here. {entry.notAllowedBecause} An owner or admin can give you that role.
          </EmptyState>
        ) : (
          <div className="p-4">
            <Problem error={catalog.error} onRetry={() => void catalog.refetch()} />
          </div>
        )}
      </div>
    </Page>
  )
}

const card = 'rounded-xl border border-line bg-surface shadow-card'

function LogSkeleton() {
  return <TableSkeleton label="Reading the log" rows={10} rowHeight="h-[61px] max-sm:h-[118px]" />
}

function Log({ isAllowed, operations }: { isAllowed: boolean; operations: string[] }) {
  const asked = useSearch({ from: '/o/$orgSlug/settings/audit-log' })
  const navigate = useNavigate({ from: '/o/$orgSlug/settings/audit-log' })
  const minute = Math.floor(Date.now() / 60_000)
  const input = useMemo(() => auditQuery(asked, minute * 60_000), [asked, minute])
  const { data, error, isPending, isPlaceholderData, refetch } = useOperation('listAgentAuditLog', input, {
    enabled: isAllowed,
  })
  const members = useOperation('listMembers', { pageSize: 100 }, { staleTime: 300_000 })
  const people = useMemo(
    () => new Map(members.data?.items.map(({ userId, name }) => [userId as string, name])),
    [members.data],
  )
  const { waiting, show } = useLiveLog(asked)
  const fresh = useFresh(data?.items.map(({ id }) => id) ?? [], asked.live === true && !isPlaceholderData)
  const [isExporting, setExporting] = useState(false)

  const go = (next: Partial<Record<keyof AuditSearch, unknown>>, resetScroll = true) =>
    void navigate({ search: auditSearch({ ...asked, ...next }), resetScroll })
  const narrow = (change: Partial<Record<keyof AuditSearch, unknown>>) => go({ ...change, page: 1 })
  const clear = () => void navigate({ search: auditSearch({ who: asked.who, live: asked.live }) })

  return (
    <Page
      title={title}
      lead={lead}
      isWide
      actions={
        <>
          <ViaApi name="listAgentAuditLog" input={input} />
          <Button onClick={() => setExporting(true)} disabled={!data || data.total === 0}>
            <Download aria-hidden strokeWidth={1.75} /> Export
          </Button>
        </>
      }
    >
      <div className={card}>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 border-b border-line p-3">
          <WhoTabs asked={asked} />
          <div className="ml-auto">
            <Switch label="Live" isOn={asked.live === true} onChange={(live) => go({ live, page: 1 })} />
          </div>
          <div className="w-full sm:w-72">
            <SearchBox
              label="Search the log"
              hint="Key, reason or request id"
              value={asked.search ?? ''}
              onSearch={(search) => narrow({ search })}
            />
          </div>
        </div>
        <AuditFilters asked={asked} operations={operations} people={people} onChange={narrow} onClear={clear} />
        <div role="status">
          {waiting > 0 && (
            <button
              type="button"
              onClick={() => (asked.page ? go({ page: 1 }) : show())}
              className="flex min-h-11 w-full items-center justify-center gap-2 border-b border-line bg-info-soft px-4 py-2 font-medium text-info-ink md:min-h-9"
            >
              <RefreshCw aria-hidden size={14} strokeWidth={1.75} />
              {waiting === 1 ? 'One new call' : `${waiting.toLocaleString('en')} new calls`}
            </button>
          )}
        </div>
        {isPending && <LogSkeleton />}
        {error && !data && (
          <div className="p-4">
            <Problem error={error} onRetry={() => void refetch()} />
          </div>
        )}
        {data && (
          <div
            className={clsx('transition-opacity delay-100', isPlaceholderData && 'opacity-60')}
            aria-busy={isPlaceholderData}
          >
            {data.items.length > 0 ? (
              <AuditTable
                folds={foldSittings(data.items)}
                asked={asked}
                people={people}
                fresh={fresh}
                onOpen={({ requestId }) => go({ record: requestId }, false)}
              />
            ) : (
              <Nothing asked={asked} total={data.total} onClear={clear} onFirst={() => go({ page: 1 })} />
            )}
            <Pagination list={data} onPage={(page) => go({ page })} />
          </div>
        )}
      </div>
      {asked.record && (
        <RecordPanel
          requestId={asked.record}
          asked={asked}
          people={people}
          onClose={() => go({ record: undefined }, false)}
        />
      )}
      {isExporting && data && <ExportLog asked={asked} total={data.total} onClose={() => setExporting(false)} />}
    </Page>
  )
}

type NothingProps = { asked: AuditSearch; total: number; onClear(): void; onFirst(): void }

function Nothing({ asked, total, onClear, onFirst }: NothingProps) {
  if (total > 0) return <NoSuchPage onFirst={onFirst} />
  if (filterCount(asked) > 0)
    return (
      <EmptyState
        icon={<SearchX strokeWidth={1.75} />}
        title="Nothing matches"
        action={<Button onClick={onClear}>Clear filters</Button>}
      >
        No call fits all of the filters.
      </EmptyState>
    )
  if (asked.who === 'person')
    return (
      <EmptyState icon={<ScrollText strokeWidth={1.75} />} title="No changes by people yet">
        What a member changes in this application appears here. Reading leaves no record.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<ScrollText strokeWidth={1.75} />}
      title="No agent has called yet"
      action={
        <Link
          to="/o/$orgSlug/settings/api"
          from="/o/$orgSlug/settings/audit-log"
          search={{}}
          className={buttonLook('primary')}
        >
          Create an API key
        </Link>
      }
    >
      Each call of an agent appears here the moment it is made, with what it asked for and what came of it.
    </EmptyState>
  )
}
