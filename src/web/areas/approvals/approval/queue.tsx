import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { buttonLook } from '#web/parts/button.tsx'
import { Kbd } from '#web/parts/kbd.tsx'
import { useSingleKeys, useSingleKeysSetting } from '#web/parts/single-keys.ts'

export type Queue = NonNullable<OutputOf<'listApprovals'>['queue']>

/** Which of the calls that wait for this person is open, and the way to those before and after it. */
export function QueueLinks({ queue: { place, count, previous, next } }: { queue: Queue }): ReactNode {
  const [areKeysOn] = useSingleKeysSetting()
  const open = useOpenCall()
  useSingleKeys({
    j: { label: 'The next call that waits', run: () => (next === null ? false : open(next)) },
    k: { label: 'The call before it', run: () => (previous === null ? false : open(previous)) },
  })
  if (next === null || previous === null) return null
  return (
    <nav aria-label="Calls that wait" className="flex items-center gap-2">
      <span className="mr-1 text-muted">{place === null ? othersWait(count) : `${place} of ${count}`}</span>
      {place !== null && (
        <Ahead to={previous} keyName={areKeysOn ? 'K' : undefined}>
          Previous
        </Ahead>
      )}
      <Ahead to={next} keyName={areKeysOn ? 'J' : undefined}>
        Next
      </Ahead>
    </nav>
  )
}

const othersWait = (count: number) => (count === 1 ? 'Another one waits' : `${count} others wait`)

function Ahead({ to, keyName, children }: { to: string; keyName: string | undefined; children: string }) {
  const { slug: orgSlug } = useOrganization()
  return (
    <Link
      to="/o/$orgSlug/approvals/$approvalId"
      params={{ orgSlug, approvalId: to }}
      search={{}}
      aria-keyshortcuts={keyName}
      className={buttonLook('plain')}
    >
      {children} {keyName && <Kbd>{keyName}</Kbd>}
    </Link>
  )
}

/** Opens the page of another call. */
export function useOpenCall(): (approvalId: string) => void {
  const navigate = useNavigate()
  const { slug: orgSlug } = useOrganization()
  return (approvalId) =>
    void navigate({ to: '/o/$orgSlug/approvals/$approvalId', params: { orgSlug, approvalId }, search: {} })
}
