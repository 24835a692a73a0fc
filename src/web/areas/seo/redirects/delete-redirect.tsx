import type { Redirect } from '#web/areas/seo/redirects/redirects-search.ts'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

/** Deletes a redirect when the person presses the button. */
export function DeleteRedirect({ redirect: { id, fromPath, to }, onClose }: { redirect: Redirect; onClose(): void }) {
  const remove = useAction('deleteRedirect')
  return (
    <RehearsedDialog
      title={`Delete the redirect of ${fromPath}?`}
      verb="Delete redirect"
      action={remove}
      input={{ redirectId: id }}
      isPublic
      onClose={onClose}
      onDone={() => {
        onClose()
        toast(`${fromPath} leads nowhere now.`)
      }}
    >
      {() => (
        <p className="[overflow-wrap:anywhere]">
          Who opens the address reads “not found” from then on, instead of <code className="mono">{to}</code>.
        </p>
      )}
    </RehearsedDialog>
  )
}
