import { useState } from 'react'

import { IssueRow } from '#web/areas/site-audit/audit/issue-row.tsx'
import { isMendable } from '#web/areas/site-audit/audit/mend-calls.ts'
import { MendIssues } from '#web/areas/site-audit/audit/mend-issues.tsx'
import type { Issue } from '#web/areas/site-audit/audit/rule-words.ts'
import { SetAside } from '#web/areas/site-audit/audit/set-aside.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

type Props = { itemId: string; mayChange: boolean }

/** What the last audits found on the page of an article; nothing while they found nothing. */
export function LivePage({ itemId, mayChange }: Props) {
  const mayRead = useCatalogEntry('listSiteAuditIssues')?.allowed ?? false
  const asked = { itemId, state: ['open' as const, 'regressed' as const], pageSize: 50 }
  const { data } = useOperation('listSiteAuditIssues', asked, { enabled: mayRead })
  const maySetAside = useCatalogEntry('updateSiteAuditIssue')?.allowed ?? false
  const [opened, setOpened] = useState<{ issue: Issue; by: 'mend' | 'aside' } | null>(null)
  if (data === undefined || data.items.length === 0) return null
  return (
    <section aria-label="On the live page" className="mt-6">
      <h2 className="t-head mb-1">
        On the live page <span className="font-normal text-muted">{data.total.toLocaleString('en')}</span>
      </h2>
      <ul className="border-t border-line">
        {data.items.map((issue) => (
          <IssueRow
            key={issue.id}
            issue={issue}
            isNew={false}
            leads="page"
            onMend={mayChange && isMendable(issue) ? () => setOpened({ issue, by: 'mend' }) : undefined}
            onSetAside={maySetAside ? () => setOpened({ issue, by: 'aside' }) : undefined}
          />
        ))}
      </ul>
      {opened?.by === 'mend' && <MendIssues issues={[opened.issue]} onClose={() => setOpened(null)} />}
      {opened?.by === 'aside' && <SetAside issues={[opened.issue]} onClose={() => setOpened(null)} />}
    </section>
  )
}
