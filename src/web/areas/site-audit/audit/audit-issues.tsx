import { useSearch } from '@tanstack/react-router'

import { IssueKinds } from '#web/areas/site-audit/audit/issue-kinds.tsx'
import { OpenKind } from '#web/areas/site-audit/audit/open-kind.tsx'
import { ruleWords } from '#web/areas/site-audit/audit/rule-words.ts'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = { runId: string; isFirst: boolean; mayChange: boolean }

/** What is wrong on the website: its kinds, the worst first, and the pages of the one that is open. */
export function AuditIssues({ runId, isFirst, mayChange }: Props) {
  const { rule } = useSearch({ from: '/o/$orgSlug/audit' })
  const { data, error, refetch } = useOperation('listSiteAuditIssues', { countRules: true, pageSize: 1 })
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />
  if (data?.rules === undefined) return <Skeleton className="h-96" />
  const kinds = data.rules
  const open = kinds.find(({ ruleCode }) => ruleCode === rule) ?? kinds[0]
  return (
    <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[5fr_3fr]">
      <section aria-label="Issues" className="min-w-0">
        {kinds.length === 0 ? (
          <EmptyState title="Nothing is wrong">Every kind of fault was looked for, and none was found.</EmptyState>
        ) : (
          <IssueKinds kinds={kinds} open={open?.ruleCode} isFirst={isFirst} mayChange={mayChange} />
        )}
        <Faultless found={new Set(kinds.map(({ ruleCode }) => ruleCode))} />
      </section>
      {open && (
        <OpenKind
          key={open.ruleCode}
          kind={open}
          newOf={isFirst ? undefined : runId}
          mayChange={mayChange}
          isChosen={open.ruleCode === rule}
        />
      )}
    </div>
  )
}

/** Kinds that only a browser finds are looked for by other runs. */
const measured = new Set(['performance_budget', 'text_only_after_js'])

function Faultless({ found }: { found: ReadonlySet<string> }) {
  const others = Object.entries(ruleWords).filter(([rule]) => !found.has(rule) && !measured.has(rule))
  return (
    <details className="mt-3 text-muted">
      <summary className="min-h-6 cursor-pointer max-md:min-h-11">
        {others.length} kinds of fault were looked for and not found
      </summary>
      <ul className="mt-1 gap-x-6 sm:columns-2">
        {others.map(([rule, words]) => (
          <li key={rule} className="break-inside-avoid py-0.5">
            {words}
          </li>
        ))}
      </ul>
    </details>
  )
}
