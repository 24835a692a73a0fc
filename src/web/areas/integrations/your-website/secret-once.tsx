import { Button } from '#web/parts/button.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Notice } from '#web/parts/notice.tsx'

type Props = { secret: string; title?: string; what?: 'secret' | 'link'; onStored(): void }

/** Shows the secret that signs messages, or a link, once. It lives in this component only, which only its button closes. */
export function SecretOnce({ secret, title = 'The secret of your website', what = 'secret', onStored }: Props) {
  return (
    <Dialog title={title}>
      <Notice tone="warn">Store it now. It is shown only once; nobody can show it again.</Notice>
      <code
        data-testid="secret"
        className="mt-4 block rounded-lg border border-line bg-raised px-3 py-2.5 break-all select-all"
      >
        {secret}
      </code>
      <div className="mt-3">
        <CopyButton text={secret} label={`Copy ${what}`} look="ink" />
      </div>
      <DialogButtons>
        <Button look="ink" onClick={onStored}>
          I have stored it
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
