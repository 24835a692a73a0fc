import { Link } from '@tanstack/react-router'
import type { AuditSearch } from '#web/areas/agent-audit/audit-log/audit-search.ts'
import {
  actorName,
  credentialWords,
  duration,
  riskWords,
  statusWords,
} from '#web/areas/agent-audit/audit-log/audit-words.tsx'
import type { Fold } from '#web/areas/agent-audit/audit-log/fold-sittings.ts'
import { personOf } from '#web/areas/organizations/use-people.ts'
import type { AuditRecord } from '#web/operations.ts'
import { DataTable, type Column } from '#web/parts/data-table.tsx'
import { Status } from '#web/parts/status.tsx'
import { RiskBadge } from '#web/parts/risk-badge.tsx'
import { Time } from '#web/parts/time.tsx'
import { Who } from '#web/parts/who.tsx'

type Props = {
  folds: readonly Fold[]
  asked: AuditSearch
  people: ReadonlyMap<string, string>
  fresh: ReadonlySet<string>
  onOpen(record: AuditRecord): void
}

/** The calls as a table. A link in each row opens its panel, and so does a click anywhere on the row. */
export function AuditTable({ folds, asked, people, fresh, onOpen }: Props) {
  const columns: Column<Fold>[] = [
    { title: 'Time', className: 'w-32 max-sm:order-2 max-sm:ml-auto', cell: ({ record }) => <When record={record} /> },
    { title: 'Actor', className: 'w-52 max-sm:order-4', cell: ({ record }) => <Actor {...{ record, people }} /> },
    {
      title: 'What happened',
      className: 'max-sm:order-3 max-sm:w-full!',
      cell: (fold) => <What fold={fold} asked={asked} />,
    },
    {
      title: 'Scope',
      className: 'w-36 max-xl:hidden',
      cell: ({ record }) => <span className="text-sm text-muted">{record.requiredScope ?? 'None'}</span>,
    },
    { title: 'Risk', className: 'w-29 max-lg:hidden', cell: ({ record }) => <Risk record={record} /> },
    {
      title: 'Status',
      className: 'w-28 max-sm:order-1',
      cell: ({ record: { status } }) => <Status tone={statusWords[status].tone}>{statusWords[status].label}</Status>,
    },
    {
      title: 'Duration',
      className: 'w-24 text-right max-md:hidden',
      cell: ({ record }) => <span className="text-sm text-muted tabular-nums">{duration(record.durationMs)}</span>,
    },
    {
      title: 'Request',
      className: 'w-28 max-xl:hidden',
      cell: ({ record }) => (
        <code className="text-sm whitespace-nowrap text-muted" title={record.requestId}>
          …{record.requestId.slice(-8)}
        </code>
      ),
    },
  ]
  return (
    <DataTable
      label="Calls"
      columns={columns}
      rows={folds}
      keyOf={({ record }) => record.id}
      rowClass={({ record }) => (fresh.has(record.id) ? 'fresh' : undefined)}
      onOpen={({ record }) => onOpen(record)}
    />
  )
}

function When({ record: { startedAt } }: { record: AuditRecord }) {
  return (
    <>
      <span className="block text-sm max-sm:text-muted">
        <Time at={startedAt} />
      </span>
      <span className="block text-sm text-muted tabular-nums max-sm:hidden">{clock.format(new Date(startedAt))}</span>
    </>
  )
}

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })

function Actor({ record, people }: { record: AuditRecord; people: ReadonlyMap<string, string> }) {
  const { label, isAgent } = credentialWords[record.credentialType]
  const person = record.credentialType === 'session' ? label : `${label} of ${personOf(record.actorUserId, people)}`
  return (
    <div className="min-w-0 max-sm:text-sm">
      <Who isAgent={isAgent} className="block truncate max-sm:inline max-sm:after:content-[',_']">
        {actorName(record, people)}
      </Who>
      <span className="block truncate text-sm text-muted max-sm:inline">
        {record.credentialType === 'system' ? 'By itself' : person}
      </span>
    </div>
  )
}

function What({ fold: { record, count }, asked }: { fold: Fold; asked: AuditSearch }) {
  return (
    <>
      <Link
        to="/o/$orgSlug/settings/audit-log"
        from="/o/$orgSlug/settings/audit-log"
        search={{ ...asked, record: record.requestId }}
        data-row-link
        resetScroll={false}
        className="text-sm font-medium wrap-anywhere hover:underline max-sm:inline-block max-sm:py-1"
      >
        {record.sentence}
      </Link>
      {count > 1 && <span className="ml-2 text-sm text-muted">{count} saves</span>}
      <span className="block truncate font-mono text-sm text-muted">{record.operation}</span>
    </>
  )
}

function Risk({ record: { risk, effectiveRisk } }: { record: AuditRecord }) {
  const shown = effectiveRisk ?? risk
  if (!shown) return <span className="text-sm text-muted">Unknown</span>
  return <RiskBadge risk={shown} label={riskWords[shown]} isRaised={shown !== risk} />
}
