import { needsModel } from '#web/areas/site-audit/audit/mend-calls.ts'
import { MendWhole } from '#web/areas/site-audit/audit/mend-whole.tsx'
import type { Issue } from '#web/areas/site-audit/audit/rule-words.ts'
import { WriteIssues } from '#web/areas/site-audit/audit/write-issues.tsx'

type Props = { issues: readonly [Issue, ...Issue[]]; onClose(): void }

/** Mends issues of one kind: by the fixes that their audit found, or by texts that a model proposes. */
export function MendIssues({ issues, onClose }: Props) {
  const [first] = issues
  if (needsModel(first)) return <WriteIssues issues={issues} onClose={onClose} />
  const issueIds = issues.map(({ id }) => id)
  return <MendWhole ruleCode={first.ruleCode} input={{ issueIds }} onClose={onClose} />
}
