import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { AgentNotice } from '#web/operations.ts'
import { Notice } from '#web/parts/notice.tsx'
import { Time } from '#web/parts/time.tsx'

/** What recently happened to credentials and needs attention, newest first. Administrators can open its record in the log. */
export function AgentNotices({ notices, isAdmin }: { notices: readonly AgentNotice[]; isAdmin: boolean }) {
  if (notices.length === 0) return null
  return (
    <ul aria-label="Notices" className="mb-4 flex flex-col gap-2">
      {notices.map((notice) => (
        <li key={notice.id}>
          <Notice tone={notice.kind === 'recovery_code_used' ? 'warn' : 'bad'}>
            <p className="font-medium break-words">
              {titleOf(notice)} <Time at={notice.at} />
            </p>
            <p className="mt-1 text-sm">{meaning[notice.kind]}</p>
            {isAdmin && (
              <p className="mt-1 text-sm">
                <RecordLink requestId={notice.requestId}>Look at the record</RecordLink>
              </p>
            )}
          </Notice>
        </li>
      ))}
    </ul>
  )
}

function titleOf({ kind, agentName, actorName }: AgentNotice): string {
  const person = actorName ?? 'A former member'
  if (kind === 'recovery_code_used') return `${person} signed in with a recovery code,`
  return `“${agentName ?? 'A client'}” of ${person} was disconnected,`
}

const meaning: Record<AgentNotice['kind'], string> = {
  refresh_reuse:
    'Its refresh token was used a second time, as happens when somebody has copied it. All its tokens ended at once. Connect it again if you know the application, and look at what it did.',
  code_replay:
    'Its authorization code was used a second time, as happens when somebody has intercepted it. All its tokens ended at once. Connect it again if you know the application.',
  recovery_code_used: 'If that was not this person, change the password and make new recovery codes.',
}

function RecordLink({ requestId, children }: { requestId: string; children: ReactNode }) {
  return (
    <Link
      to="/o/$orgSlug/settings/audit-log"
      from="/o/$orgSlug/settings/api"
      search={{ who: 'everyone', record: requestId }}
      className="inline-block py-1 underline underline-offset-4"
    >
      {children}
    </Link>
  )
}
