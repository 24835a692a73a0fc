import { Link } from '@tanstack/react-router'

import { visibleText } from '#std/visible-text.ts'
import { ActorName } from '#web/areas/agent-audit/actor-name.tsx'
import type { AuditSearch } from '#web/areas/agent-audit/audit-log/audit-search.ts'
import { actorName, credentialWords } from '#web/areas/agent-audit/audit-log/audit-words.tsx'
import type { Fold } from '#web/areas/agent-audit/audit-log/fold-sittings.ts'
import { type Named, namedIn, tell } from '#web/areas/agent-audit/deeds.ts'
import { reasonWords } from '#web/areas/agent-audit/reason-words.ts'
import { RecordTitle } from '#web/areas/agent-audit/record-title.tsx'
import { personOf } from '#web/areas/organizations/person-of.ts'
import type { AuditRecord } from '#web/operations.ts'

type People = ReadonlyMap<string, string>
type Props = { fold: Fold; asked: AuditSearch; people: People }

/** A call in one sentence: who did what to which record. What was done opens the panel. */
export function WhatHappened({ fold: { record, count }, asked, people }: Props) {
  const name = actorName(record, people)
  const { deed, end } = tell(record)
  const subjects = subjectsOf(record)
  const more = subjects.length - named
  const often = record.occurrences > 1 ? `${record.occurrences.toLocaleString('en')} calls` : undefined
  return (
    <>
      <p className="wrap-anywhere">
        <ActorName record={record} name={name} />{' '}
        <Link
          to="/o/$orgSlug/settings/audit-log"
          from="/o/$orgSlug/settings/audit-log"
          search={{ ...asked, record: record.requestId }}
          data-row-link
          resetScroll={false}
          aria-label={sentenceOf(record, people)}
          className="hover:underline"
        >
          {deed}
          {subjects.length > 0 && namedIn(record) === undefined && ':'}
        </Link>
        {subjects.slice(0, named).map((subject, at) => (
          <span key={subject.id}>
            {at > 0 && (more > 0 ? ',' : ' and')} <RecordTitle {...subject} />
          </span>
        ))}
        {more > 0 && ` and ${more} more`}
        {end && ` ${end}`}
      </p>
      <p className="flex flex-wrap gap-x-1.5 text-sm wrap-anywhere text-muted">
        {[via(record, people), reasonWords[record.code ?? ''], often, count > 1 ? `${count} saves` : undefined]
          .filter((part) => part !== undefined)
          .map((part, at) => (
            <span key={part}>
              {at > 0 && '· '}
              {part}
            </span>
          ))}
        {record.revertedBy !== undefined && <span>· taken back</span>}
      </p>
    </>
  )
}

const named = 2

/** The same sentence as plain text. */
export function sentenceOf(record: AuditRecord, people: People): string {
  const { deed, end = '' } = tell(record)
  const [first] = subjectsOf(record)
  return visibleText(`${actorName(record, people)} ${deed} ${first?.title ?? ''} ${end}`.replace(/ +/g, ' ').trim())
}

function via(record: AuditRecord, people: People): string {
  const { label } = credentialWords[record.credentialType]
  if (record.credentialType === 'system') return 'By itself'
  return record.credentialType === 'session' ? label : `${label} of ${personOf(record.actorUserId, people)}`
}

/** What the sentence names: the record that the call was about, else those that it changed. */
function subjectsOf(record: AuditRecord): Named[] {
  const about = namedIn(record)
  if (about !== undefined) return [about]
  return [...new Map(record.effects.map(({ id, type, title }) => [id, { id, type, title }])).values()]
}
