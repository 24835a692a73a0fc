import { Laptop, Smartphone } from 'lucide-react'

import type { OwnSession } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Section } from '#web/parts/section.tsx'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { usePersonAction } from '#web/use-person-action.ts'

/** Where one is signed in. Signing out ends the current session. */
export function SessionsSection({ sessions }: { sessions: readonly OwnSession[] }) {
  const revoke = usePersonAction('revokeSession')
  const others = sessions.length - 1
  return (
    <Section
      title="Sessions"
      lead={others > 0 ? 'An ended session is signed out with its next click.' : 'You are signed in only here.'}
      actions={
        others > 0 && (
          <Button isBusy={revoke.isPending} onClick={() => void revoke.run({ allOthers: true })}>
            Sign out all others
          </Button>
        )
      }
      body={
        <>
          {revoke.error && (
            <div className="pt-1">
              <Problem error={revoke.error} />
            </div>
          )}
          <ul className="divide-y divide-line">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => void revoke.run({ sessionId: session.id })} />
            ))}
          </ul>
        </>
      }
    />
  )
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd(): void }) {
  const { browser, addressPrefix, createdAt, lastSeenAt, isCurrent } = session
  const Icon = /iPhone|iPad|Android/.test(browser) ? Smartphone : Laptop
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2.5 first:border-0">
      <Icon aria-hidden size={20} strokeWidth={1.75} className="text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {browser}
          {isCurrent && <Status tone="info">This browser</Status>}
        </p>
        <p className="text-sm text-muted">
          {addressPrefix && <span className="break-all">{addressPrefix} · </span>}
          {isCurrent ? (
            'active now'
          ) : (
            <>
              seen <Time at={lastSeenAt} />
            </>
          )}{' '}
          · signed in <Time at={createdAt} />
        </p>
      </div>
      {!isCurrent && (
        <Button aria-label={`Sign out ${browser}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  )
}
