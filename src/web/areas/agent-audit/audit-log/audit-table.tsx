import type { AuditSearch } from '#web/areas/agent-audit/audit-log/audit-search.ts'
import { riskWords, stateWords } from '#web/areas/agent-audit/audit-log/audit-words.tsx'
import type { Fold } from '#web/areas/agent-audit/audit-log/fold-sittings.ts'
import { WhatHappened } from '#web/areas/agent-audit/audit-log/what-happened.tsx'
import type { AuditRecord } from '#web/operations.ts'
import { DataTable, type Column } from '#web/parts/data-table.tsx'
import { RiskBadge } from '#web/parts/risk-badge.tsx'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'

type Props = {
  folds: readonly Fold[]
  asked: AuditSearch
  people: ReadonlyMap<string, string>
  fresh: ReadonlySet<string>
  onOpen(record: AuditRecord): void
}

/** The calls as a table of sentences. What was done opens the panel, and so does a click anywhere on the row. */
export function AuditTable({ folds, asked, people, fresh, onOpen }: Props) {
  const columns: Column<Fold>[] = [
    { title: 'Time', className: 'w-32 max-sm:order-2 max-sm:ml-auto', cell: ({ record }) => <When record={record} /> },
    {
      title: 'What happened',
      className: 'max-sm:order-3 max-sm:w-full!',
      cell: (fold) => <WhatHappened {...{ fold, asked, people }} />,
    },
    { title: 'Risk', className: 'w-29 max-lg:hidden', cell: ({ record }) => <Risk record={record} /> },
    {
      title: 'State',
      className: 'w-44 max-sm:order-1',
      cell: ({ record }) => <State record={record} />,
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

function State({ record }: { record: AuditRecord }) {
  const { tone, label } = stateWords(record)
  return <Status tone={tone}>{label}</Status>
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

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

function Risk({ record: { risk, effectiveRisk } }: { record: AuditRecord }) {
  const shown = effectiveRisk ?? risk
  if (!shown) return <span className="text-sm text-muted">Unknown</span>
  return <RiskBadge risk={shown} label={riskWords[shown]} isRaised={shown !== risk} />
}
