import { useState } from 'react'

import { ChangeEmail } from '#web/areas/account/own-account/change-email.tsx'
import type { AccountSecurity } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Section } from '#web/parts/section.tsx'
import { Status } from '#web/parts/status.tsx'
import { usePersonAction } from '#web/use-person-action.ts'

/** The address that one signs in with, and whether it is verified. */
export function AddressSection({ security }: { security: AccountSecurity }) {
  const { email, emailVerifiedAt, pendingEmail, mailIsConfigured } = security
  const verify = usePersonAction('requestEmailVerification')
  const [isChanging, setChanging] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const isVerified = emailVerifiedAt !== null

  return (
    <Section
      title="E-mail address"
      lead={<span className="break-words">{email}</span>}
      state={<Status tone={isVerified ? 'ok' : 'neutral'}>{isVerified ? 'Confirmed' : 'Not confirmed'}</Status>}
      actions={
        <>
          {!isVerified && mailIsConfigured && (
            <Button isBusy={verify.isPending} onClick={async () => setSentTo((await verify.run({}))?.sentTo ?? null)}>
              Send a link to confirm it
            </Button>
          )}
          <Button onClick={() => setChanging(true)}>Change address</Button>
        </>
      }
      body={
        (pendingEmail ?? sentTo ?? verify.error) && (
          <div className="flex flex-col gap-3">
            {pendingEmail && (
              <Notice tone="info">
                It becomes <strong className="font-medium break-words">{pendingEmail}</strong> as soon as that address
                is confirmed by its link.
              </Notice>
            )}
            {sentTo && (
              <Notice tone="info" role="status">
                A link is on its way to {sentTo}. It works for 24 hours.
              </Notice>
            )}
            {verify.error && <Problem error={verify.error} />}
          </div>
        )
      }
    >
      {isChanging && <ChangeEmail onClose={() => setChanging(false)} />}
    </Section>
  )
}
