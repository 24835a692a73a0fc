import { useEffect, useRef, useState } from 'react'

import { type KeyAgent, shownKey } from '#web/areas/account/api-access/agent-words.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Time } from '#web/parts/time.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = { keys: readonly KeyAgent[]; onClose(): void }

/**
 * Rehearses the revocation, says what will happen, and revokes when the person presses the button. Several keys are revoked one
 * after the other; when one fails, those before it are revoked, and pressing again continues with the rest.
 */
export function RevokeKeys({ keys, onClose }: Props) {
  const revoke = useAction('revokeApiKey')
  const [isChecked, setChecked] = useState(false)
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set())
  const left = keys.filter(({ id }) => !ended.has(id))
  const [only] = keys.length === 1 ? keys : []

  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void check()

    async function check() {
      for (const { id } of keys) if (!(await revoke.run({ keyId: id }, { dryRun: true }))) return
      setChecked(true)
    }
  })

  async function confirm() {
    const done = new Set(ended)
    for (const { id } of left) {
      if (!(await revoke.run({ keyId: id }, { confirm: true }))) return setEnded(done)
      done.add(id)
    }
    onClose()
  }

  return (
    <Dialog
      title={only ? `Revoke “${only.name}”?` : `Revoke ${left.length} keys?`}
      role="alertdialog"
      onDismiss={onClose}
    >
      {only ? <OneKey apiKey={only} /> : <SeveralKeys keys={left} />}
      <DialogProblem error={revoke.error} />
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button look="ink" disabled={!isChecked} isBusy={isChecked && revoke.isPending} onClick={confirm}>
          {only ? 'Revoke key' : `Revoke ${left.length} keys`}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function OneKey({ apiKey }: { apiKey: KeyAgent }) {
  return (
    <>
      <p>
        Every program that uses <code>{shownKey(apiKey)}</code> is refused from its next request on. A revoked key
        cannot be brought back.
      </p>
      <p className="mt-2 text-muted">
        {apiKey.lastUsedAt ? (
          <>
            It was last used <Time at={apiKey.lastUsedAt} />.
          </>
        ) : (
          'It was never used.'
        )}
      </p>
    </>
  )
}

function SeveralKeys({ keys }: { keys: readonly KeyAgent[] }) {
  return (
    <>
      <p>
        Every program that uses one of them is refused from its next request on. Revoked keys cannot be brought back.
      </p>
      <ul className="mt-3 flex flex-col gap-1 text-muted">
        {keys.map((key) => (
          <li key={key.id} className="break-words">
            {key.name} <code>{shownKey(key)}</code>
          </li>
        ))}
      </ul>
    </>
  )
}
