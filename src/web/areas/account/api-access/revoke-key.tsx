import { useEffect, useRef, useState } from 'react'
import type { ApiKey } from '#web/operations.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
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
    <AlertDialog
      title={`Revoke “${apiKey.name}”?`}
      action="Revoke key"
      onAction={confirm}
      onCancel={onClose}
      disabled={!isChecked}
      isBusy={isChecked && revoke.isPending}
    >
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
    </AlertDialog>
  )
}
