import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'

import { LinkEnded } from '#web/areas/account/sign-in/link-ended.tsx'
import { buttonLook, Button } from '#web/parts/button.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { PlainPage } from '#web/parts/plain-page.tsx'
import { usePersonAction } from '#web/use-person-action.ts'

/** Confirms an address by a click, because programs that scan mails open links, too. */
export function ConfirmEmail() {
  const token = useLocation().hash
  const verify = usePersonAction('verifyEmail')
  const [done, setDone] = useState<{ email: string; changed: boolean } | null>(null)
  const { error } = verify

  if (token === '' || error?.status === 404) return <LinkEnded again="/account" />
  if (done)
    return (
      <PlainPage title="Your address is confirmed">
        <p>
          <strong className="font-medium break-words">{done.email}</strong>{' '}
          {done.changed ? 'is the address of your account now. Sign in with it from now on.' : 'is yours.'}
        </p>
        <Link to="/" className={`${buttonLook('ink')} mt-6 w-full`}>
          Continue
        </Link>
      </PlainPage>
    )
  return (
    <PlainPage title="Confirm your email address" lead="One click, and the address counts as yours.">
      <div className="flex flex-col gap-5">
        <FormProblem error={error} fields={null} />
        <Button
          look="ink"
          isBusy={verify.isPending}
          className="w-full"
          onClick={async () => setDone(await verify.run({ token }))}
        >
          Confirm this address
        </Button>
      </div>
    </PlainPage>
  )
}
