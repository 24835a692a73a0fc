import { useState } from 'react'

import { EnrolSecondFactor, type Enrolment } from '#web/areas/account/own-account/enrol-second-factor.tsx'
import { RecoveryCodes } from '#web/areas/account/own-account/recovery-codes.tsx'
import { SwitchOff } from '#web/areas/account/own-account/switch-off.tsx'
import { useOwnAccount } from '#web/areas/account/own-account/use-own-account.ts'
import type { AccountSecurity } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Section } from '#web/parts/section.tsx'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { usePersonAction } from '#web/use-person-action.ts'

type Open = { what: 'enrol'; enrolment: Enrolment } | { what: 'codes'; codes: string[] } | { what: 'off' } | null

const fewCodes = 3

/** The second factor: an authenticator app, with recovery codes in case it is lost. */
export function SecondFactorSection({ factor }: { factor: AccountSecurity['secondFactor'] }) {
  const begin = usePersonAction('enrollMfa')
  const renewCodes = usePersonAction('newRecoveryCodes')
  const { renew } = useOwnAccount()
  const [open, setOpen] = useState<Open>(null)
  const close = () => {
    setOpen(null)
    void renew()
  }

  async function enrol() {
    const enrolment = await begin.run({})
    if (enrolment) setOpen({ what: 'enrol', enrolment })
  }

  async function makeCodes() {
    const made = await renewCodes.run({})
    if (made) setOpen({ what: 'codes', codes: made.recoveryCodes })
  }

  const error = begin.error ?? renewCodes.error
  return (
    <Section
      title="Second factor"
      state={<Status tone={factor ? 'ok' : 'neutral'}>{factor ? 'On' : 'Off'}</Status>}
      lead={
        factor ? (
          <>
            Signing in asks for a code of your authenticator app, since <Time at={factor.since} />.
          </>
        ) : (
          'A code from an app on your phone, in addition to the password. A password alone can be guessed or stolen.'
        )
      }
      actions={
        factor ? (
          <>
            <Button isBusy={renewCodes.isPending} onClick={makeCodes}>
              New recovery codes
            </Button>
            <Button onClick={() => setOpen({ what: 'off' })}>Switch off</Button>
          </>
        ) : (
          <Button look="ink" isBusy={begin.isPending} onClick={enrol}>
            Set up
          </Button>
        )
      }
      body={
        (factor ?? error) && (
          <div className="flex flex-col gap-3">
            {factor && <CodesLeft factor={factor} />}
            {error && <Problem error={error} />}
          </div>
        )
      }
    >
      {open?.what === 'enrol' && (
        <EnrolSecondFactor
          enrolment={open.enrolment}
          onClose={() => setOpen(null)}
          onCodes={(codes) => setOpen({ what: 'codes', codes })}
        />
      )}
      {open?.what === 'codes' && <RecoveryCodes codes={open.codes} onStored={close} />}
      {open?.what === 'off' && <SwitchOff onClose={() => setOpen(null)} onDone={close} />}
    </Section>
  )
}

function CodesLeft({ factor }: { factor: NonNullable<AccountSecurity['secondFactor']> }) {
  const { recoveryCodesLeft: left, recoveryCodeUsedAt: usedAt } = factor
  const count = `${left} of 10 recovery codes are left.`
  if (!usedAt) return <p className="text-muted">{count}</p>
  return (
    <Notice tone={left <= fewCodes ? 'warn' : 'info'}>
      {count} One was used <Time at={usedAt} />. If that was not you, change your password and make new codes.
    </Notice>
  )
}
