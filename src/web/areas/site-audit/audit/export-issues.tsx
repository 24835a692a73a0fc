import { useState } from 'react'

import { type Issue, ruleWords } from '#web/areas/site-audit/audit/rule-words.ts'
import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { csvOf } from '#web/parts/csv.ts'
import { saveFile } from '#web/parts/save-file.ts'
import { toast } from '#web/parts/toast.tsx'
import { useAttempt } from '#web/use-attempt.ts'

const pageSize = 100
/** As many as a spreadsheet takes comfortably. */
const most = 10_000
const columns = [
  'severity',
  'rule',
  'words',
  'url',
  'state',
  'priority',
  'itemId',
  'fixHint',
  'evidence',
  'firstSeenRun',
  'lastSeenRun',
  'note',
] as const

/** Saves every issue that is not fixed as a file, those that are set aside with their reasons. */
export function ExportIssues() {
  const { call } = useClient()
  const { id: organizationId, slug } = useOrganization()
  const userId = usePersonId()
  const { attempt, error } = useAttempt()
  const [isBusy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    const issues = await attempt(readAll)
    setBusy(false)
    if (issues === null) return toast(error?.message ?? 'The issues could not be read. Try again.')
    const day = new Date().toISOString().slice(0, 10)
    saveFile(`site-audit-${slug}-${day}.csv`, csvOf(columns, issues.map(rowOf)), 'text/csv;charset=utf-8')
    toast(`${issues.length.toLocaleString('en')} issues are saved as CSV.`)
  }

  async function readAll(): Promise<Issue[]> {
    const issues: Issue[] = []
    for (let page = 1; issues.length < most; page++) {
      const input = { state: ['open' as const, 'regressed' as const, 'ignored' as const], page, pageSize }
      const { result } = await call('listSiteAuditIssues', input, { organizationId, userId, read: true })
      issues.push(...result.items)
      if (!result.hasMore) break
    }
    return issues
  }

  return (
    <Button isBusy={isBusy} onClick={() => void save()}>
      CSV
    </Button>
  )
}

const rowOf = (issue: Issue) => ({ ...issue, rule: issue.ruleCode, words: ruleWords[issue.ruleCode] })
