import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ExternalLink } from 'lucide-react'

import { visibleText } from '#std/visible-text.ts'
import { factsIn } from '#web/areas/site-audit/audit/evidence-words.ts'
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
  const facts = factsIn(issue)
  const on = <span className="sr-only"> on {pathOf(issue.url)}</span>
  return (
    <li className="border-b border-line py-2.5">
      <div className="flex items-start gap-x-4">
        <div className="flex min-w-0 flex-1 gap-2.5">
          {isNamed && <StatusMark tone={severityTones[issue.severity]} className="mt-1.5" />}
          <div className="min-w-0 flex-1">
            {isNamed ? (
              <p>
                <span className="sr-only">{severityWords[issue.severity]}: </span>
                <span className="font-medium">{ruleWords[issue.ruleCode]}</span>
              </p>
            ) : (
              issue.itemTitle !== null && <p className="t-row wrap-anywhere">{visibleText(issue.itemTitle)}</p>
            )}
            <p className="wrap-anywhere">
              <span className="mono">{pathOf(issue.url)}</span>
              {issue.state === 'regressed' && <span className="text-press-ink"> came back</span>}
              {isNew && issue.state === 'open' && <span className="text-muted"> new</span>}
            </p>
          </div>
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          {onMend && (
            <Button size="small" look="to-press" onClick={onMend}>
              {needsModel(issue) ? 'Write…' : 'Mend…'}
              {on}
            </Button>
          )}
          {leads === 'editor' ? <ToEditor issue={issue} /> : <ToPage url={issue.url} />}
          {onTakeUp && (
            <Button size="small" onClick={onTakeUp}>
              Take up again{on}
            </Button>
          )}
        </div>
      </div>
      <div className={clsx('flex items-end gap-x-4', isNamed && 'pl-4.5')}>
        <div className="min-w-0 flex-1">
          {facts.length > 0 && <p className="wrap-anywhere text-muted">{facts.join('; ')}</p>}
          {seen.length > 0 && (
            <ul className="text-muted">
              {seen.slice(0, few).map((one, at) => (
                <Seen key={at} page={issue.url} {...one} />
              ))}
              {count > few && <li>and {(count - few).toLocaleString('en')} more</li>}
            </ul>
          )}
          {isNamed && <p className="text-muted">{issue.fixHint}</p>}
          {issue.state === 'ignored' && issue.note !== null && <p className="wrap-anywhere">Set aside: {issue.note}</p>}
        </div>
        {onSetAside && (
          <Button size="small" look="quiet" className="-mr-2 -mb-1.5" onClick={onSetAside}>
            Set aside…{on}
          </Button>
        )}
      </div>
    </li>
  )
}

/** An address that was found on the page, on one line: its end says which one of several it is. */
function Seen({ page, what, target }: { page: string; what: string; target: string | null }) {
  const address = besides(page, what)
  return (
    <li className="flex min-w-0 items-baseline gap-1.5" title={address}>
      <Clipped>{address}</Clipped>
      {target !== null && (
        <>
          {' '}
          <span className="shrink-0">leads to</span> <Clipped>{besides(page, target)}</Clipped>
        </>
      )}
    </li>
  )
}

const Clipped = ({ children }: { children: string }) => (
  <span className="mono min-w-0 truncate whitespace-nowrap">{children}</span>
)

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
