import { countOf } from '#web/areas/content/item-words.tsx'
import { besides } from '#web/areas/site-audit/audit/rule-words.ts'
import type { OutputOf } from '#web/operations.ts'
import { fieldWords } from '#web/parts/field-words.ts'

type Effects = OutputOf<'mendSiteAuditIssues'>
type Planned = NonNullable<Effects['plan']>[number]

/** What the fixes of issues write, article by article; of many the first. */
export function MendPlan({ effects: { plan, mends } }: { effects: Effects }) {
  const shown = (plan ?? []).filter(({ places, changes }) => places !== 0 && changes.length > 0)
  const others = mends - (plan ?? []).length
  return (
    <ul className="mb-3 max-h-72 overflow-y-auto" tabIndex={0} role="list" aria-label="What is written">
      {shown.map((one) => (
        <PlannedRow key={one.issueId} planned={one} />
      ))}
      {others > 0 && (
        <li className="border-t border-line py-2 text-muted">
          and {countOf(others, 'more page')} with faults of the same kind
        </li>
      )}
    </ul>
  )
}

function PlannedRow({ planned: { url, title, places, changes } }: { planned: Planned }) {
  return (
    <li className="border-t border-line py-2">
      <span className="t-row block wrap-anywhere">{title}</span>
      {changes.map(({ field, from, to }) => (
        <span key={`${field} ${from}`} className="block text-sm wrap-anywhere">
          <span className="text-muted">
            {field === 'content' ? besides(url, from ?? '') : fieldWords(field)} becomes{' '}
          </span>
          <ins className="bg-ok-soft text-ok-ink">{to === null ? 'nothing' : besides(url, to)}</ins>
        </span>
      ))}
      {places !== null && places > 1 && <span className="block text-sm text-muted">in {places} places</span>}
    </li>
  )
}
