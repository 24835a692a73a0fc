import { useState } from 'react'

import { type KeyAgent, shownKey } from '#web/areas/account/api-access/agent-words.ts'
import { ExpiryField } from '#web/areas/account/api-access/expiry-field.tsx'
import type { FreshKey } from '#web/areas/account/api-access/key-secret.tsx'
import type { InputOf } from '#web/operations.ts'
import { controlLook } from '#web/parts/control-look.ts'
import { Dialog } from '#web/parts/dialog.tsx'
import { Field } from '#web/parts/field.tsx'
import { Form } from '#web/parts/form.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { SubmitButtons } from '#web/parts/submit-buttons.tsx'
import { Time } from '#web/parts/time.tsx'
import { useAction } from '#web/use-operation.ts'

type Overlap = NonNullable<InputOf<'rotateApiKey'>['overlapHours']>

const overlaps: readonly (readonly [Overlap, string])[] = [
  [0, 'At once'],
  [1, 'In one hour'],
  [24, 'In one day'],
  [168, 'In seven days'],
]

type Props = { apiKey: KeyAgent; maxKeyDays: number; onClose(): void; onRotated(key: FreshKey): void }

/** Replaces the secret of a key: the successor is shown once, and the old one ends when its programs have switched. */
export function RotateKey({ apiKey, maxKeyDays, onClose, onRotated }: Props) {
  // Its answer holds a secret: without a key, nothing of it is kept for a replay.
  const rotate = useAction('rotateApiKey', { keyed: false })
  const [overlapHours, setOverlap] = useState<Overlap>(24)
  const [days, setDays] = useState(Math.min(lifeOf(apiKey), maxKeyDays))

  async function submit() {
    const made = await rotate.run({ keyId: apiKey.id, overlapHours, expiresInDays: days })
    if (made)
      onRotated({
        id: made.id,
        title: `“${made.name}” has a new key`,
        secret: made.secret,
        canWrite: canWrite(made.scopes),
      })
  }

  return (
    <Dialog title={`Rotate “${apiKey.name}”?`} onDismiss={onClose}>
      <Form onSubmit={submit}>
        <p>
          A new key takes its place, with the same name and rights. Give it to every program that uses{' '}
          <code>{shownKey(apiKey)}</code> before the old one ends.
        </p>
        {rotate.error && rotate.error.fieldProblems.length === 0 && <Problem error={rotate.error} />}
        <Field
          label="The old key ends"
          hint={
            <>
              Never later than it would anyway: <Time at={apiKey.expiresAt} />.
            </>
          }
          error={rotate.error?.fieldMessage('overlapHours')}
        >
          {(linked) => (
            <select
              {...linked}
              data-autofocus
              className={`${controlLook} w-full`}
              value={overlapHours}
              onChange={({ target }) =>
                setOverlap(overlaps.find(([hours]) => String(hours) === target.value)?.[0] ?? overlapHours)
              }
            >
              {overlaps.map(([hours, label]) => (
                <option key={hours} value={hours}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <ExpiryField
          label="The new key expires"
          days={days}
          max={maxKeyDays}
          onChange={setDays}
          error={rotate.error?.fieldMessage('expiresInDays')}
        />
        <SubmitButtons isBusy={rotate.isPending} onCancel={onClose}>
          Rotate key
        </SubmitButtons>
      </Form>
    </Dialog>
  )
}

const lifeOf = ({ createdAt, expiresAt }: KeyAgent) =>
  Math.max(1, Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000))

const canWrite = (scopes: KeyAgent['scopes']) => scopes.includes('content:write')
