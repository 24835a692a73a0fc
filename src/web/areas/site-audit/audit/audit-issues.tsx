import { useState } from 'react'
import { IssueRow } from '#web/areas/site-audit/audit/issue-row.tsx'
import { MendIssue } from '#web/areas/site-audit/audit/mend-issue.tsx'
import type { Issue } from '#web/areas/site-audit/audit/rule-words.ts'
import { SetAside } from '#web/areas/site-audit/audit/set-aside.tsx'
import { severities, type Severity } from '#web/areas/site-audit/audit/site-audit-search.ts'
import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { ListBody } from '#web/parts/list-body.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { ViewLinks } from '#web/parts/view-links.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = {
  isAside: boolean
  severity: Severity | undefined
  counts: OutputOf<'getSiteAuditStatus'>['issueCounts']
  runId: string
  mayChange: boolean
}

/** What is wrong on the website, what is worth most first; or what was set aside. */
export function AuditIssues({ isAside, severity, counts, runId, mayChange }: Props) {
  const { slug } = useOrganization()
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<{ issue: Issue; by: 'mend' | 'aside' } | null>(null)
  const list = useOperation('listSiteAuditIssues', {
    state: isAside ? ['ignored'] : ['open', 'regressed'],
    ...(severity && { severity }),
    page,
  })
  const close = () => setOpened(null)
  const views = [undefined, ...severities].map((one) => ({
    label: one === undefined ? 'All' : `${names[one]} ${counts[one].toLocaleString('en')}`,
    isCurrent: one === severity,
    link: { to: '/o/$orgSlug/audit' as const, params: { orgSlug: slug }, search: one ? { severity: one } : {} },
  }))
  return (
    <section aria-label={isAside ? 'Set aside' : 'Issues'}>
      {!isAside && (
        <div className="flex pb-2">
          <ViewLinks views={views} />
        </div>
      )}
      <ListBody
        list={list}
        skeleton={<Skeleton className="h-80" />}
        isCounted
        empty={() => (
          <p className="py-6 text-muted">{isAside ? 'Nothing was set aside.' : 'Nothing of that kind is wrong.'}</p>
        )}
        onPage={setPage}
      >
        {({ items }) => (
          <ul className="border-t border-line">
            {items.map((issue) => (
              <IssueRow
                key={issue.id}
                issue={issue}
                isNew={issue.firstSeenRun === runId}
                mayChange={mayChange}
                onMend={() => setOpened({ issue, by: 'mend' })}
                onSetAside={() => setOpened({ issue, by: 'aside' })}
              />
            ))}
          </ul>
        )}
      </ListBody>
      {opened?.by === 'mend' && <MendIssue issue={opened.issue} onClose={close} />}
      {opened?.by === 'aside' && <SetAside issue={opened.issue} onClose={close} />}
    </section>
  )
}

const names = { error: 'Errors', warning: 'Warnings', notice: 'Notices' } as const
