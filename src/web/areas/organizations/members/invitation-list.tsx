import type { UseQueryResult } from '@tanstack/react-query'
import { MailPlus, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { roleLabel } from '#web/areas/organizations/role-words.ts'
import type { Invitation, ListOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Pagination } from '#web/parts/pagination.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Time } from '#web/parts/time.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = {
  invitations: UseQueryResult<ListOf<Invitation>>
  mayManage: boolean
  onCancel(invitation: Invitation): void
  onPage(page: number): void
}

/** The invitations that wait to be accepted. */
export function InvitationList({ invitations: { data, error, refetch }, mayManage, onCancel, onPage }: Props) {
  const resend = useAction('resendInvitation', { keyed: false })
  const [fresh, setFresh] = useState<{ email: string; url: string } | null>(null)

  async function sendAgain({ id, email }: Invitation) {
    const sent = await resend.run({ invitationId: id })
    if (sent?.acceptUrl) setFresh({ email, url: sent.acceptUrl })
    else if (sent) toast(`Another mail is on its way to ${email}.`)
  }

  return (
    <section aria-labelledby="invited" className="mt-10">
      <h2 id="invited" className="mb-3 text-lg font-semibold">
        Pending invitations
      </h2>
      {(error ?? resend.error) && (
        <div className="mb-3">
          <Problem error={error ?? resend.error} onRetry={() => void refetch()} />
        </div>
      )}
      {data?.items.length === 0 && (
        <p className="flex items-center gap-3 rounded-xl border border-line bg-surface px-4 py-5 text-muted">
          <MailPlus aria-hidden size={16} strokeWidth={1.75} />
          Nobody is invited at the moment.
        </p>
      )}
      {data && data.items.length > 0 && (
        <div className="rounded-xl border border-line bg-surface shadow-card">
          <ul>
            {data.items.map((invitation) => (
              <li
                key={invitation.id}
                className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line px-4 py-3 last:border-0"
              >
                <div className="min-w-52 flex-1">
                  <p className="font-medium break-all">{invitation.email}</p>
                  <p className="text-sm text-muted">
                    {roleLabel(invitation.role)}, invited by {invitation.invitedBy.name ?? 'a former member'}, expires{' '}
                    <Time at={invitation.expiresAt} />
                  </p>
                </div>
                {mayManage && (
                  <div className="flex flex-wrap gap-2">
                    <Button
                      onClick={() => void sendAgain(invitation)}
                      aria-label={`${again(invitation)} for ${invitation.email}`}
                    >
                      <RotateCw aria-hidden strokeWidth={1.75} /> {again(invitation)}
                    </Button>
                    <Button onClick={() => onCancel(invitation)} aria-label={`Revoke for ${invitation.email}`}>
                      Revoke
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
          <Pagination list={data} onPage={onPage} />
        </div>
      )}
      {fresh && (
        <Dialog title={`New link for ${fresh.email}`}>
          <Notice tone="warn">Pass it on now: it is shown this once. The link before it opens nothing any more.</Notice>
          <code
            data-testid="invitation-link"
            className="mt-4 block rounded-lg bg-raised px-3 py-2.5 break-all select-all"
          >
            {fresh.url}
          </code>
          <DialogButtons>
            <CopyButton text={fresh.url} label="Copy link" />
            <Button look="primary" onClick={() => setFresh(null)}>
              Done
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </section>
  )
}

// A link cannot be shown twice: where no mail carries it, a person gets a new one.
function again({ sentByMail }: Invitation): string {
  return sentByMail ? 'Send again' : 'New link'
}
