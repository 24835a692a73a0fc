import type { UseQueryResult } from '@tanstack/react-query'
import { Suspense, useState } from 'react'

import { InvitationRow } from '#web/areas/organizations/members/invitation-row.tsx'
import { NewLink } from '#web/areas/organizations/members/new-link.tsx'
import type { Invitation, ListOf } from '#web/operations.ts'
import { late } from '#web/parts/late.ts'
import { Pagination } from '#web/parts/pagination.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

const NoSuchPage = late(() => import('#web/parts/no-such-page.tsx'))

type Props = {
  invitations: UseQueryResult<ListOf<Invitation>>
  mayManage: boolean
  onCancel(invitation: Invitation): void
  onPage(page: number): void
}

/** The invitations that wait to be accepted. */
export function InvitationList({ invitations, mayManage, onCancel, onPage }: Props) {
  const { data, error, refetch, isPlaceholderData } = invitations
  const resend = useAction('resendInvitation', { keyed: false })
  const [fresh, setFresh] = useState<{ email: string; url: string } | null>(null)

  async function sendAgain({ id, email }: Invitation) {
    const sent = await resend.run({ invitationId: id })
    if (sent?.acceptUrl) setFresh({ email, url: sent.acceptUrl })
    else if (sent) toast(`Another mail is on its way to ${email}.`)
  }

  return (
    <section aria-labelledby="invited" className="mt-10">
      <h2 id="invited" className="mb-3 t-sub">
        Pending invitations
      </h2>
      {(error ?? resend.error) && (
        <div className="mb-3">
          <Problem error={error ?? resend.error} onRetry={() => void refetch()} />
        </div>
      )}
      {data?.total === 0 && <p className="py-2 text-muted">Nobody is invited at the moment.</p>}
      {data && !isPlaceholderData && data.items.length === 0 && data.total > 0 && (
        <Suspense>
          <NoSuchPage list={data} name="invited" onPage={onPage} />
        </Suspense>
      )}
      {data && data.items.length > 0 && (
        <div>
          <ul>
            {data.items.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                {...{ invitation, mayManage, onCancel }}
                onAgain={(one) => void sendAgain(one)}
              />
            ))}
          </ul>
          <Pagination list={data} onPage={onPage} />
        </div>
      )}
      {fresh && <NewLink {...fresh} onClose={() => setFresh(null)} />}
    </section>
  )
}
