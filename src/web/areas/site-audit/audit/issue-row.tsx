import { Link } from '@tanstack/react-router'
import { isMendable } from '#web/areas/site-audit/audit/mend-issue.tsx'
import {
  type Issue,
  besides,
  pathOf,
  ruleWords,
  seenIn,
  severityTones,
  severityWords,
} from '#web/areas/site-audit/audit/rule-words.ts'
import { useOrganization } from '#web/context.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { StatusMark } from '#web/parts/status.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = { issue: Issue; isNew: boolean; mayChange: boolean; onMend(): void; onSetAside(): void }

const few = 3

/** One thing that is wrong on one page: what, where, what to do, and the ways to do it. */
export function IssueRow({ issue, isNew, mayChange, onMend, onSetAside }: Props) {
  const { slug: orgSlug } = useOrganization()
  const takeUp = useAction('updateSiteAuditIssue')
  const words = ruleWords[issue.ruleCode]
  const { seen, count } = seenIn(issue)
  const on = <span className="sr-only"> on {pathOf(issue.url)}</span>

  async function reopen() {
    if (await takeUp.run({ issueIds: [issue.id], state: 'open' })) toast('It is among the issues again.')
  }

  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line py-2.5">
      <div className="flex min-w-0 flex-1 basis-72 gap-2.5">
        <StatusMark tone={severityTones[issue.severity]} className="mt-1.5" />
        <div className="min-w-0">
          <p>
            <span className="sr-only">{severityWords[issue.severity]}: </span>
            <span className="font-medium">{words}</span>
            {issue.state === 'regressed' && <span className="text-press-ink"> came back</span>}
            {isNew && issue.state === 'open' && <span className="text-muted"> new</span>}
          </p>
          <p className="mono wrap-anywhere">{pathOf(issue.url)}</p>
          {seen.length > 0 && (
            <ul className="text-muted">
              {seen.slice(0, few).map(({ what, target }, at) => (
                <li key={at} className="wrap-anywhere">
                  <span className="mono">{besides(issue.url, what)}</span>
                  {target !== null && (
                    <>
                      {' '}
                      leads to <span className="mono">{besides(issue.url, target)}</span>
                    </>
                  )}
                </li>
              ))}
              {count > few && <li>and {(count - few).toLocaleString('en')} more</li>}
            </ul>
          )}
          <p className="text-muted">{issue.fixHint}</p>
          {issue.state === 'ignored' && issue.note !== null && <p className="wrap-anywhere">Set aside: {issue.note}</p>}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {issue.itemId !== null && (
          <Link
            to="/o/$orgSlug/content/$itemId"
            params={{ orgSlug, itemId: issue.itemId }}
            className={buttonLook('plain', 'small')}
          >
            Open in editor{on}
          </Link>
        )}
        {mayChange && issue.state !== 'ignored' && (
          <>
            {isMendable(issue) && (
              <Button size="small" look="to-press" onClick={onMend}>
                Mend…{on}
              </Button>
            )}
            <Button size="small" look="quiet" onClick={onSetAside}>
              Set aside…{on}
            </Button>
          </>
        )}
        {mayChange && issue.state === 'ignored' && (
          <Button size="small" isBusy={takeUp.isPending} onClick={() => void reopen()}>
            Take up again{on}
          </Button>
        )}
      </div>
    </li>
  )
}
