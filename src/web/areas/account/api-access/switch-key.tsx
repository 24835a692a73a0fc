import { type KeyAgent, shownKey } from '#web/areas/account/api-access/agent-words.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { useAction } from '#web/use-operation.ts'

/** Switches a key off, or on again. Both can be undone. */
export function SwitchKey({ apiKey, onClose }: { apiKey: KeyAgent; onClose(): void }) {
  const change = useAction('setApiKeyDisabled')
  const isOff = apiKey.key.disabledAt !== null
  const shown = <code>{shownKey(apiKey)}</code>

  async function confirm() {
    if (await change.run({ keyId: apiKey.id, disabled: !isOff })) onClose()
  }

  return (
    <Dialog title={`${isOff ? 'Enable' : 'Disable'} “${apiKey.name}”?`} onDismiss={onClose}>
      {isOff ? (
        <p>Programs that use {shown} work again from their next request on.</p>
      ) : (
        <p>Programs that use {shown} are refused from their next request on, until the key is enabled again.</p>
      )}
      <DialogProblem error={change.error} />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="ink" isBusy={change.isPending} onClick={confirm} data-autofocus>
          {isOff ? 'Enable key' : 'Disable key'}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
