import { useEffect, useRef, useState } from 'react'
import type { ApiKey } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Time } from '#web/parts/time.tsx'
import { useAction } from '#web/use-operation.ts'

/** Tries the revocation without effect, says what will happen, and revokes by the person's press on the verb. */
export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const revoke = useAction('revokeApiKey')
  const [isChecked, setChecked] = useState(false)
  const input = { keyId: apiKey.id }

  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void revoke.run(input, { dryRun: true }).then((result) => setChecked(result !== null))
  })

  async function confirm() {
    if (await revoke.run(input, { confirm: true })) onClose()
  }

  return (
    <Dialog title={`Revoke “${apiKey.name}”?`} role="alertdialog" onDismiss={onClose}>
      <p>
        Every program that uses <code>{`${apiKey.prefix}…${apiKey.last4}`}</code> is refused from its next request on. A
        revoked key cannot be brought back.
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
      {revoke.error && (
        <div className="mt-4">
          <Problem error={revoke.error} />
        </div>
      )}
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button look="danger" disabled={!isChecked} isBusy={isChecked && revoke.isPending} onClick={confirm}>
          Revoke key
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
