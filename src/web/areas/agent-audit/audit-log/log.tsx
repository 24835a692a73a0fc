import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'

import { AuditFilters, type Kind } from '#web/areas/agent-audit/audit-log/audit-filters.tsx'
import { AuditPage } from '#web/areas/agent-audit/audit-log/audit-page.tsx'
import { auditQuery } from '#web/areas/agent-audit/audit-log/audit-query.ts'
import { AuditTable } from '#web/areas/agent-audit/audit-log/audit-table.tsx'
import { ExportLog } from '#web/areas/agent-audit/audit-log/export-log.tsx'
import { foldSittings } from '#web/areas/agent-audit/audit-log/fold-sittings.ts'
import { LogHead } from '#web/areas/agent-audit/audit-log/log-head.tsx'
import { NewCalls } from '#web/areas/agent-audit/audit-log/new-calls.tsx'
import { NoRecords } from '#web/areas/agent-audit/audit-log/no-records.tsx'
import { RecordPanel } from '#web/areas/agent-audit/audit-log/record-panel.tsx'
import { useAuditSearch } from '#web/areas/agent-audit/audit-log/use-audit-search.ts'
import { useFresh, useLiveLog } from '#web/areas/agent-audit/audit-log/use-live-log.ts'
import { usePeople } from '#web/areas/organizations/use-people.ts'
import { Button } from '#web/parts/button.tsx'
import { TableSkeleton } from '#web/parts/data-table.tsx'
import { ListBody } from '#web/parts/list-body.tsx'
import { useOperation } from '#web/use-operation.ts'

const minute = 60_000

/** The calls, newest first. `isAllowed`: whether it is known that this person may read them. */
export function Log({ isAllowed, kinds }: { isAllowed: boolean; kinds: readonly Kind[] }) {
  const { asked, go, narrow, clear } = useAuditSearch()
  const now = Math.floor(Date.now() / minute) * minute
  const input = useMemo(() => auditQuery(asked, now), [asked, now])
  const list = useOperation('listAgentAuditLog', input, { enabled: isAllowed })
  const people = usePeople()
  const { waiting, show } = useLiveLog(asked)
  const fresh = useFresh(list.data?.items.map(({ id }) => id) ?? [], asked.live === true && !list.isPlaceholderData)
  const [isExporting, setExporting] = useState(false)
  const total = list.data?.total ?? 0

  return (
    <AuditPage
      actions={
        <>
          <Button onClick={() => setExporting(true)} disabled={total === 0}>
            <Download aria-hidden strokeWidth={1.75} /> Export
          </Button>
        </>
      }
    >
      <div>
        <LogHead asked={asked} onChange={narrow} />
        <AuditFilters asked={asked} kinds={kinds} people={people} onChange={narrow} onClear={clear} />
        <NewCalls count={waiting} onShow={() => (asked.page ? go({ page: 1 }) : show())} />
        <ListBody
          list={list}
          skeleton={<TableSkeleton label="Reading the log" rows={10} rowHeight="h-[61px] max-sm:h-[118px]" />}
          empty={() => <NoRecords asked={asked} onClear={clear} />}
          onPage={(page) => go({ page })}
        >
          {({ items }) => (
            <AuditTable
              folds={foldSittings(items)}
              asked={asked}
              people={people}
              fresh={fresh}
              onOpen={({ requestId }) => go({ record: requestId }, false)}
            />
          )}
        </ListBody>
      </div>
      {asked.record && (
        <RecordPanel
          requestId={asked.record}
          asked={asked}
          people={people}
          onClose={() => go({ record: undefined }, false)}
        />
      )}
      {isExporting && <ExportLog asked={asked} total={total} onClose={() => setExporting(false)} />}
    </AuditPage>
  )
}
