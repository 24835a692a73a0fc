import { CircleAlert, CircleCheck } from 'lucide-react'

import type { Invited } from '#web/areas/organizations/members/use-invitations.ts'
import { Button } from '#web/parts/button.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Notice } from '#web/parts/notice.tsx'

/** Shows the links of new invitations, once. With links in it, only its button closes it. */
export function InviteResults({ results, onClose }: { results: readonly Invited[]; onClose(): void }) {
  const links = results.flatMap(({ email, link }) => (link ? [`${email} ${link}`] : []))
  const sent = results.filter(({ problem }) => problem === null).length
  return (
    <Dialog title={titleOf(sent, results.length)} width="wide" onDismiss={links.length > 0 ? undefined : onClose}>
      {links.length > 0 && (
        <Notice tone="warn">
          This installation sends no mail. Copy each link now and pass it on: it is shown this once.
        </Notice>
      )}
      <ul className="mt-4 rounded-xl border border-line">
        {results.map(({ email, link, problem }) => (
          <li
            key={email}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 last:border-0"
          >
            {problem ? (
              <CircleAlert aria-hidden size={16} strokeWidth={1.75} className="text-press-ink" />
            ) : (
              <CircleCheck aria-hidden size={16} strokeWidth={1.75} className="text-ok-ink" />
            )}
            <div className="min-w-40 flex-1">
              <p className="font-medium break-all">{email}</p>
              <p className={problem ? 'text-sm text-press-ink' : 'text-sm text-muted'}>
                {problem ?? (link ? 'Invited: pass the link on.' : 'Invited: a mail is on its way.')}
              </p>
              {link && (
                <code data-testid="invitation-link" className="mt-1 block text-sm break-all text-muted select-all">
                  {link}
                </code>
              )}
            </div>
            {link && <CopyButton text={link} label="Copy link" />}
          </li>
        ))}
      </ul>
      <DialogButtons>
        {links.length > 1 && <CopyButton text={links.join('\n')} label="Copy all" />}
        <Button look="ink" onClick={onClose} data-autofocus>
          Done
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function titleOf(sent: number, all: number): string {
  if (sent === 0) return all === 1 ? 'Nobody was invited' : 'None of them was invited'
  if (sent < all) return `${sent} of ${all} are invited`
  return all === 1 ? 'One person is invited' : `${all} people are invited`
}
