import { useState } from 'react'

import { IssueRow } from '#web/areas/site-audit/audit/issue-row.tsx'
import type { Issue } from '#web/areas/site-audit/audit/rule-words.ts'
import { ListBody } from '#web/parts/list-body.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'

/** What somebody set aside, with the reason. */
export function IssuesAside({ mayChange }: { mayChange: boolean }) {
  const [page, setPage] = useState(1)
  const list = useOperation('listSiteAuditIssues', { state: ['ignored'], page })
  const change = useAction('updateSiteAuditIssue')

  async function takeUp({ id }: Issue) {
    if (await change.run({ issueIds: [id], state: 'open' })) toast('It is among the issues again.')
  }

  return (
    <section aria-label="Set aside">
      <ListBody
        list={list}
        skeleton={<Skeleton className="h-80" />}
        isCounted
        empty={() => <p className="py-6 text-muted">Nothing was set aside.</p>}
        onPage={setPage}
      >
        {({ items }) => (
          <ul className="border-t border-line">
            {items.map((issue) => (
              <IssueRow
                key={issue.id}
                issue={issue}
                isNew={false}
                leads="editor"
                onTakeUp={mayChange ? () => void takeUp(issue) : undefined}
              />
            ))}
          </ul>
        )}
      </ListBody>
    </section>
  )
}
