import { Link } from '@tanstack/react-router'

import { countOf } from '#web/areas/content/item-words.tsx'
import { useOrganization } from '#web/context.ts'
import type { Attention } from '#web/operations.ts'
import { buttonLook } from '#web/parts/button.tsx'
import { StatusMark } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'

/** A review that somebody asks for, or something that failed. */
export function AttentionRow({ of }: { of: Attention }) {
  const { slug } = useOrganization()
  const look = `${buttonLook('plain')} max-sm:w-full`
  return (
    <>
      <div className="min-w-0 flex-1 basis-60">
        <p className="t-item wrap-anywhere">{titleOf(of)}</p>
        <p className="mt-0.5 text-muted">{of.kind === 'review_requested' ? <Review of={of} /> : <Failure of={of} />}</p>
      </div>
      {of.itemId ? (
        <Link to="/o/$orgSlug/content/$itemId" params={{ orgSlug: slug, itemId: of.itemId }} className={look}>
          {of.kind === 'review_requested' ? 'Review' : 'Open'}
          <span className="sr-only">: {of.title}</span>
        </Link>
      ) : of.integrationId ? (
        <Link to="/o/$orgSlug/settings/integrations" params={{ orgSlug: slug }} className={look}>
          See integrations
        </Link>
      ) : of.jobId ? (
        <Link to="/o/$orgSlug/settings/jobs" params={{ orgSlug: slug }} search={{ job: of.jobId }} className={look}>
          See the job
        </Link>
      ) : (
        <Link to="/o/$orgSlug/settings/deliveries" params={{ orgSlug: slug }} className={look}>
          See deliveries
        </Link>
      )}
    </>
  )
}

function titleOf({ kind, title, jobKind, message }: Attention): string {
  if (kind === 'review_requested') return `Review “${title}”`
  if (kind === 'publish_error') return `“${title}” was not published`
  if (kind === 'job_failed') return `${spoken(jobKind ?? 'A job')} failed`
  if (kind === 'push_failed') return `“${title}” was not sent`
  if (kind === 'drift') return `“${title}” was changed elsewhere`
  if (kind === 'auth_expired') return 'A connection lost its access'
  if (kind === 'degraded') return 'A connection has failures'
  return message
}

function Review({ of: { askedBy, words, errors = 0, warnings = 0 } }: { of: Attention }) {
  return (
    <>
      {askedBy ?? 'Somebody'} asks
      {words != null && ` · ${countOf(words, 'word')}`}
      {' · '}
      {errors > 0 ? <span className="text-press-ink">{countOf(errors, 'error')}</span> : 'no errors'}
      {warnings > 0 && `, ${countOf(warnings, 'warning')}`}
    </>
  )
}

function Failure({ of: { kind, message, at } }: { of: Attention }) {
  return (
    <>
      <StatusMark tone="bad" className="mr-2 inline-block" />
      {kind === 'delivery_exhausted' ? 'Tried for a day · ' : `${message} `}
      <Time at={at} />
    </>
  )
}

/** "bulkUpdateItems" as "Bulk update items". */
function spoken(kind: string): string {
  const words = kind.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
