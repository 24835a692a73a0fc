import { useState } from 'react'

import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Form } from '#web/parts/form.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

export type WebsiteState = 'disconnected' | 'pending' | 'connected' | 'degraded'
type Asked = 'address' | 'stop' | 'secret'
type Props = { isKnown: boolean; state: WebsiteState; onSecret(secret: string): void }

/** The address that is notified, and the secret that signs the messages; both are asked about before they change. */
export function WebsiteAddress({ isKnown, state, onSecret }: Props) {
  const [address, setAddress] = useState('')
  const [asking, setAsking] = useState<Asked | null>(null)
  const change = useAction('updateIntegrationSettings')
  // Their answers hold a secret: without a key, nothing of them is kept for a replay.
  const create = useAction('createWebhookSecret', { keyed: false })
  const rotate = useAction('rotateRevalidationSecret', { keyed: false })
  const needsFirst = state === 'pending' || state === 'disconnected'

  async function save(webhookUrl: string | null) {
    const input = { id: 'revalidation', settings: { webhookUrl } }
    if ((await change.run(input, { confirm: true })) === null) return
    setAsking(null)
    setAddress('')
    toast(webhookUrl === null ? 'It is no longer notified.' : 'It is notified of changes from now on.')
  }
  async function replace() {
    const made = await (needsFirst ? create.run({}, { confirm: true }) : rotate.run({}, { confirm: true }))
    if (made === null) return
    setAsking(null)
    onSecret(made.secret)
  }

  return (
    <div className="flex max-w-xl flex-col gap-3">
      <AddressForm
        address={address}
        onAddress={setAddress}
        isKnown={isKnown}
        needsFirst={needsFirst}
        onAsk={setAsking}
      />
      {asking === 'address' && (
        <AlertDialog
          title="Notify this address of changes?"
          action={isKnown ? 'Change' : 'Add'}
          isBusy={change.isPending}
          onAction={() => void save(address.trim())}
          onCancel={() => setAsking(null)}
        >
          <p>
            From now on <span className="mono wrap-anywhere">{address}</span> gets a message when published content
            changes
            {isKnown && ', instead of the address before'}.
          </p>
          <DialogProblem error={change.error} />
        </AlertDialog>
      )}
      {asking === 'stop' && (
        <AlertDialog
          title="Disconnect your website?"
          action="Disconnect"
          isBusy={change.isPending}
          onAction={() => void save(null)}
          onCancel={() => setAsking(null)}
        >
          <p>It is no longer notified, and shows changes only when it reads again by itself.</p>
          <DialogProblem error={change.error} />
        </AlertDialog>
      )}
      {asking === 'secret' && (
        <AlertDialog
          title={needsFirst ? 'Create the secret?' : 'Replace the secret?'}
          action={needsFirst ? 'Create secret' : 'Replace secret'}
          isBusy={create.isPending || rotate.isPending}
          onAction={() => void replace()}
          onCancel={() => setAsking(null)}
        >
          <p>It signs every message, so that your website knows who sends it. It is shown once.</p>
          {!needsFirst && (
            <p className="mt-2">The one before signs beside it for a day, while your website changes over.</p>
          )}
          <DialogProblem error={create.error ?? rotate.error} />
        </AlertDialog>
      )}
    </div>
  )
}

type FormProps = {
  address: string
  onAddress(address: string): void
  isKnown: boolean
  needsFirst: boolean
  onAsk(about: Asked): void
}

function AddressForm({ address, onAddress, isKnown, needsFirst, onAsk }: FormProps) {
  return (
    <Form onSubmit={() => onAsk('address')}>
      <TextField
        label="Address"
        type="url"
        required
        className="mono"
        hint="Where your website takes messages, such as https://www.example.com/api/revalidate"
        value={address}
        onChange={(event) => onAddress(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="ink">
          {isKnown ? 'Change' : 'Add'}
        </Button>
        {isKnown && (
          <Button onClick={() => onAsk('secret')}>{needsFirst ? 'Create secret…' : 'Replace secret…'}</Button>
        )}
        {isKnown && (
          <Button look="quiet" onClick={() => onAsk('stop')}>
            Disconnect…
          </Button>
        )}
      </div>
    </Form>
  )
}
