import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { RailRow, RailSection } from '#web/areas/approvals/approval/rail-section.tsx'
import { type Deed, deedsOf } from '#web/areas/approvals/approval/read-history.ts'
import type { Subject } from '#web/areas/approvals/approval/use-subject.ts'
import { writerName } from '#web/areas/content/article/writer-name.ts'
import { useOrganization } from '#web/context.ts'
import type { Approval } from '#web/operations.ts'
import { StatusMark } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { Who } from '#web/parts/who.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'

type Props = { approval: Approval; subject: Subject; people: ReadonlyMap<string, string> }

const mark = <StatusMark tone="neutral" />

/** What became of the article before the agent asked, the earliest first, and where one reads more. */
export function HowItCame({ approval, subject, people }: Props) {
  const { slug: orgSlug } = useOrganization()
  const mayRead = useCatalogEntry('getAgentAuditRecord')?.allowed ?? false
  const deeds = deedsOf(subject.revisions)
  return (
    <RailSection title="How it came to this">
      <ol>
        {subject.topicId !== null && <RailRow mark={mark}>It began as a topic.</RailRow>}
        {deeds.map((deed) => (
          <RailRow
            key={deed.from}
            mark={mark}
            more={
              <>
                <Time at={deed.to} />
                {deed.isLatest && subject.id !== null && (
                  <>
                    {' '}
                    ·{' '}
                    <Link
                      to="/o/$orgSlug/content/$itemId"
                      params={{ orgSlug, itemId: subject.id }}
                      search={{ rail: 'history' }}
                      className={linkLook}
                    >
                      See the history
                    </Link>
                  </>
                )}
              </>
            }
          >
            {wordsOf(deed)}{' '}
            <Who isAgent={deed.authorType === 'agent'}>{inSentence(writerName(deed, people), deed)}</Who>
          </RailRow>
        ))}
        <RailRow mark={mark} more={mayRead && <ToRecord requestId={approval.requestId} />}>
          Asked <Time at={approval.createdAt} />
        </RailRow>
      </ol>
    </RailSection>
  )
}

const linkLook = 'underline underline-offset-3 hover:text-ink'

function ToRecord({ requestId }: { requestId: string }): ReactNode {
  const { slug: orgSlug } = useOrganization()
  return (
    <Link to="/o/$orgSlug/settings/audit-log" params={{ orgSlug }} search={{ record: requestId }} className={linkLook}>
      See the call in the log
    </Link>
  )
}

function wordsOf({ isFirst, count }: Deed): string {
  if (isFirst) return count === 1 ? 'Written by' : `Written in ${count} steps by`
  return count === 1 ? 'Changed by' : `${count} changes by`
}

/** "A person" and "An agent" are names at the beginning of a sentence only. */
const inSentence = (name: string, { agentName, authorType }: Deed): string =>
  authorType === 'agent' && agentName !== null
    ? name
    : name.replace(/^An? (?=person|agent)/, (word) => word.toLowerCase())
