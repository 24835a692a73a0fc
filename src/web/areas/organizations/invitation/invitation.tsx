import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'

import { AcceptAsMyself } from '#web/areas/organizations/invitation/accept-as-myself.tsx'
import { AcceptWithNewAccount } from '#web/areas/organizations/invitation/accept-with-new-account.tsx'
import { OtherAccount } from '#web/areas/organizations/invitation/other-account.tsx'
import { SignInHere } from '#web/areas/organizations/invitation/sign-in-here.tsx'
import { roleLabel, roleWords } from '#web/areas/organizations/role-words.ts'
import { useClient } from '#web/context.ts'
import { OperationError } from '#web/operation-error.ts'
import { buttonLook } from '#web/parts/button.tsx'
import { PlainPage } from '#web/parts/plain-page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'

/** The page of an invitation link. The secret is the fragment of the address. */
export function Invitation() {
  const hash = useLocation({ select: (location) => location.hash })
  // Who has joined leaves the page: its address loses the secret before the page is gone.
  const [token, setToken] = useState(hash)
  if (hash !== '' && hash !== token) setToken(hash)
  const { call } = useClient()
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => (await call('getInvitation', { token }, { read: true, signal })).result,
    gcTime: 0,
  })

  const { data, error } = invitation
  if (error instanceof OperationError && error.status === 404)
    return <Ended>This link no longer works: it was replaced by a newer one, or the organization is gone.</Ended>
  if (!data)
    return (
      <PlainPage title="Invitation">
        {error ? <Problem error={error} onRetry={() => void invitation.refetch()} /> : <Skeleton className="h-72" />}
      </PlainPage>
    )
  if (data.status !== 'pending') return <Ended>{whyEnded[data.status]}</Ended>
  if (data.next === 'ask_again')
    return (
      <PlainPage title="This invitation does not work">
        <p>
          {data.invitedBy.name} can no longer give this role. Ask an owner or admin of {data.organization.name} for a
          new invitation.
        </p>
        <ToStart />
      </PlainPage>
    )
  return (
    <PlainPage
      title={`Join ${data.organization.name}`}
      lead={`${data.invitedBy.name} invites you to work here as ${roleLabel(data.role)}.`}
    >
      <p>
        <span className="font-medium">{roleLabel(data.role)}.</span>{' '}
        {roleWords.find(({ role }) => role === data.role)?.allows}
      </p>
      {data.message && (
        <blockquote className="mt-3 rounded-lg bg-raised px-3.5 py-2.5 whitespace-pre-line">{data.message}</blockquote>
      )}
      <p className="mt-3 text-sm text-muted">
        For {data.email}. Expires <Time at={data.expiresAt} />.
      </p>
      <div className="mt-5 border-t border-line pt-5">
        {data.next === 'accept' && <AcceptAsMyself token={token} invitation={data} />}
        {data.next === 'create_account' && <AcceptWithNewAccount token={token} invitation={data} />}
        {data.next === 'sign_in' && <SignInHere onSignedIn={() => void invitation.refetch()} />}
        {data.next === 'other_account' && <OtherAccount onSignedOut={() => void invitation.refetch()} />}
      </div>
    </PlainPage>
  )
}

function Ended({ children }: { children: ReactNode }) {
  return (
    <PlainPage title="This invitation does not work">
      <p>{children} Ask the person who invited you for a new one.</p>
      <ToStart />
    </PlainPage>
  )
}

function ToStart() {
  return (
    <Link to="/" className={`${buttonLook('plain')} mt-5 w-full`}>
      Go to the start page
    </Link>
  )
}

const whyEnded = {
  accepted: 'It was already accepted: an invitation works once.',
  canceled: 'It was revoked.',
  expired: 'It has expired: an invitation is valid for 7 days.',
}
