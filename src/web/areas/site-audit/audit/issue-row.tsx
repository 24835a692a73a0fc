import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { needsModel } from '#web/areas/site-audit/audit/mend-calls.ts'
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

type Props = {
  issue: Issue
  isNew: boolean
  /** Where one goes from here: to the article of the page, or from the article to its page. */
  leads: 'editor' | 'page'
  /** Whether the row says what is wrong, or only where. */
  isNamed?: boolean
  onMend?: (() => void) | undefined
  onSetAside?: (() => void) | undefined
  onTakeUp?: (() => void) | undefined
}

const few = 3

/** One thing that is wrong on one page: where, what exactly, what to do, and the ways to do it. */
export function IssueRow({ issue, isNew, leads, isNamed = true, onMend, onSetAside, onTakeUp }: Props) {
  const { seen, count } = seenIn(issue)
  const on = <span className="sr-only"> on {pathOf(issue.url)}</span>
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line py-2.5">
      <div className="flex min-w-0 flex-1 basis-56 gap-2.5">
        {isNamed && <StatusMark tone={severityTones[issue.severity]} className="mt-1.5" />}
        <div className="min-w-0">
          {isNamed && (
            <p>
              <span className="sr-only">{severityWords[issue.severity]}: </span>
              <span className="font-medium">{ruleWords[issue.ruleCode]}</span>
            </p>
          )}
          <p className="wrap-anywhere">
            <span className="mono">{pathOf(issue.url)}</span>
            {issue.state === 'regressed' && <span className="text-press-ink"> came back</span>}
            {isNew && issue.state === 'open' && <span className="text-muted"> new</span>}
          </p>
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
          {isNamed && <p className="text-muted">{issue.fixHint}</p>}
          {issue.state === 'ignored' && issue.note !== null && <p className="wrap-anywhere">Set aside: {issue.note}</p>}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {onMend && (
          <Button size="small" look="to-press" onClick={onMend}>
            {needsModel(issue) ? 'Write…' : 'Mend…'}
            {on}
          </Button>
        )}
        {leads === 'editor' ? <ToEditor issue={issue} /> : <ToPage url={issue.url} />}
        {onSetAside && (
          <Button size="small" look="quiet" onClick={onSetAside}>
            Set aside…{on}
          </Button>
        )}
        {onTakeUp && (
          <Button size="small" onClick={onTakeUp}>
            Take up again{on}
          </Button>
        )}
      </div>
    </li>
  )
}

function ToEditor({ issue: { itemId, url } }: { issue: Issue }) {
  const { slug: orgSlug } = useOrganization()
  if (itemId === null) return null
  return (
    <Link
      to="/o/$orgSlug/content/$itemId"
      params={{ orgSlug, itemId }}
      aria-label={`Open ${pathOf(url)} in editor`}
      className={buttonLook('plain', 'small')}
    >
      Open
    </Link>
  )
}

function ToPage({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer" className={buttonLook('plain', 'small')}>
      Open page
      <ExternalLink aria-hidden strokeWidth={1.75} />
      <span className="sr-only"> in a new tab</span>
    </a>
  )
}
