import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Suspense, useState } from 'react'

import { ActorName } from '#web/areas/agent-audit/actor-name.tsx'
import { credentialWords } from '#web/areas/agent-audit/audit-log/audit-words.tsx'
import { useFresh, useLiveLog } from '#web/areas/agent-audit/audit-log/use-live-log.ts'
import { isByAgent } from '#web/areas/agent-audit/by-agent.ts'
import { RecordTitle } from '#web/areas/agent-audit/record-title.tsx'
import { DeskSection } from '#web/areas/desk/desk/desk-section.tsx'
import { foldFeed, type Told } from '#web/areas/desk/desk/fold-feed.ts'
import { useLive, useOrganization } from '#web/context.ts'
import type { AuditRecord } from '#web/operations.ts'
import { late, preloading } from '#web/parts/late.ts'
import { useStore } from '#web/store.ts'
import { useCatalogEntry } from '#web/use-catalog.ts'

const asked = { who: 'everyone', changes: true, live: true } as const
const shown = 10

type Props = { records: readonly AuditRecord[]; hasMore: boolean }

/** What people and agents did, newest first, as it happens. Earlier records than these may belong to the last sentence. */
export function Feed({ records, hasMore }: Props) {
  const { slug } = useOrganization()
  const isLive = useStore(useLive().isOpen)
  useLiveLog(asked)
  const all = foldFeed(records)
  const told = all.slice(0, shown)
  const fresh = useFresh(
    told.map(({ record }) => record.id),
    true,
  )
  return (
    <DeskSection title="Now" note={isLive && <span className="text-ok-ink">live</span>}>
      <ol>
        {told.map((one) => (
          <li key={one.record.id} className={fresh.has(one.record.id) ? 'fresh' : undefined}>
            <Line told={one} isCut={hasMore && one === all.at(-1)} />
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

const TakeBack = late(async () => ({ default: (await import('#web/areas/agent-audit/take-back.tsx')).TakeBack }))

function Line({ told: { record, deeds, titles, times, requestIds }, isCut }: { told: Told; isCut: boolean }) {
  const { isAgent } = credentialWords[record.credentialType]
  const [isReverting, setReverting] = useState(false)
  const mayRevert = useCatalogEntry('revertChanges')?.allowed ?? false
  const more = titles.length - namedTitles
  return (
    <div className="border-b border-line">
      <div className="flex gap-2.5 py-2.5">
        <time
          dateTime={record.startedAt}
          title={exact.format(new Date(record.startedAt))}
          className="mono w-10 shrink-0 pt-px text-muted"
        >
          {when(record.startedAt)}
        </time>
        <p className="min-w-0 flex-1 wrap-anywhere">
          <ActorName record={record} name={nameOf(record)} /> {listed(deeds)}
          {titles.slice(0, namedTitles).map((title, at) => (
            <span key={title.id}>
              {at > 0 && (more > 0 ? ', ' : ' and ')} <RecordTitle {...title} />
            </span>
          ))}
          {more > 0 && ` and ${isCut ? 'at least ' : ''}${more} more`}
          {times > 1 && (
            <span className="text-muted">
              {isCut && ' at least'} {times} times
            </span>
          )}
          {record.revertedBy && <span className="text-muted"> taken back</span>}
          {isAgent && requestIds.length > 0 && (
            <button
              type="button"
              aria-expanded={isReverting}
              {...preloading(TakeBack)}
              onClick={() => setReverting(!isReverting)}
              className={clsx(
                'ml-2 text-muted underline underline-offset-4 hover:text-ink pointer-coarse:-mb-2.5 pointer-coarse:ml-0 pointer-coarse:block pointer-coarse:min-h-11',
                // Its room is kept until it is known who may.
                !mayRevert && 'invisible',
              )}
            >
              Revert…
            </button>
          )}
        </p>
      </div>
      {isReverting && (
        <Suspense>
          <TakeBack
            named={{ requestIds: requestIds.slice(0, 200) }}
            what="change"
            isByAgent={isByAgent(record)}
            onClose={() => setReverting(false)}
          />
        </Suspense>
      )}
    </div>
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
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })
