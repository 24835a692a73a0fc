import { Button } from '#web/parts/button.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Notice } from '#web/parts/notice.tsx'

/** The new link of an invitation, shown once. Only its button closes it. */
export function NewLink({ email, url, onClose }: { email: string; url: string; onClose(): void }) {
  return (
    <Dialog title={`New link for ${email}`}>
      <Notice tone="warn">Pass it on now: it is shown this once. The link before it no longer works.</Notice>
      <code data-testid="invitation-link" className="mt-4 block rounded-lg bg-raised px-3 py-2.5 break-all select-all">
        {url}
      </code>
      <DialogButtons>
        <CopyButton text={url} label="Copy link" />
        <Button look="ink" onClick={onClose}>
          Done
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
