import { Link } from '@tanstack/react-router'
import { visibleText } from '#std/visible-text.ts'
import { credentialWords } from '#web/areas/agent-audit/audit-log/audit-words.tsx'
import { useFresh, useLiveLog } from '#web/areas/agent-audit/audit-log/use-live-log.ts'
import { DeskSection } from '#web/areas/desk/desk/desk-section.tsx'
import { foldFeed, type Told } from '#web/areas/desk/desk/fold-feed.ts'
import { useLive, useOrganization } from '#web/context.ts'
import type { AuditRecord } from '#web/operations.ts'
import { Who } from '#web/parts/who.tsx'
import { useStore } from '#web/store.ts'

const asked = { who: 'everyone', changes: true, live: true } as const
const shown = 10

/** What people and agents did, newest first, as it happens. */
export function Feed({ records }: { records: readonly AuditRecord[] }) {
  const { slug } = useOrganization()
  const isLive = useStore(useLive().isOpen)
  useLiveLog(asked)
  const told = foldFeed(records).slice(0, shown)
  const fresh = useFresh(
    told.map(({ record }) => record.id),
    true,
  )
  return (
    <DeskSection title="Now" note={isLive && <span className="text-ok-ink">live</span>}>
      <ol>
        {told.map((one) => (
          <li key={one.record.id} className={fresh.has(one.record.id) ? 'fresh' : undefined}>
            <Line told={one} />
          </li>
        ))}
      </ol>
      {told.length === 0 && (
        <p className="border-b border-line py-2.5 text-muted">What people and agents do appears here as it happens.</p>
      )}
      <p className="py-2.5">
        <Link
          to="/o/$orgSlug/settings/audit-log"
          params={{ orgSlug: slug }}
          search={{ who: 'everyone' }}
          className="text-muted hover:underline"
        >
          Everything in the log
        </Link>
      </p>
    </DeskSection>
  )
}

const namedTitles = 2

function Line({ told: { record, deeds, titles } }: { told: Told }) {
  const { isAgent } = credentialWords[record.credentialType]
  const more = titles.length - namedTitles
  return (
    <div className="flex gap-2.5 border-b border-line py-2.5">
      <time
        dateTime={record.startedAt}
        title={exact.format(new Date(record.startedAt))}
        className="mono w-10 shrink-0 pt-px text-muted"
      >
        {when(record.startedAt)}
      </time>
      <p className="min-w-0 wrap-anywhere">
        <Who isAgent={isAgent}>{visibleText(nameOf(record))}</Who> {listed(deeds)}
        {titles.slice(0, namedTitles).map((title, at) => (
          <span key={title.id}>
            {at > 0 && (more > 0 ? ', ' : ' and ')} <Title {...title} />
          </span>
        ))}
        {more > 0 && ` and ${more} more`}
        {record.revertedBy && <span className="text-muted"> taken back</span>}
      </p>
    </div>
  )
}

function Title({ id, type, title }: Told['titles'][number]) {
  const { slug } = useOrganization()
  const look = 'font-serif text-[15px] leading-5 font-medium'
  if (type !== 'item') return <span className={look}>{visibleText(title)}</span>
  return (
    <Link to="/o/$orgSlug/content/$itemId" params={{ orgSlug: slug, itemId: id }} className={`${look} hover:underline`}>
      {visibleText(title)}
    </Link>
  )
}

/** "wrote, changed and published". */
function listed(deeds: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(deeds)
}

function nameOf({ credentialType, clientName, actorName }: AuditRecord): string {
  if (credentialType === 'system') return 'Masthead'
  if (credentialType === 'session') return actorName ?? 'A former member'
  return clientName ?? 'An agent'
}

/** The time of day for what happened today, else the day. */
function when(at: string): string {
  const date = new Date(at)
  if (date.toDateString() === new Date().toDateString()) return clock.format(date)
  return Date.now() - date.getTime() < 6 * 86_400_000 ? weekday.format(date) : day.format(date)
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' })
