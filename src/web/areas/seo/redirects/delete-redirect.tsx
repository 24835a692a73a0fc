import type { Redirect } from '#web/areas/seo/redirects/redirects-search.ts'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'
import { useTakeBack } from '#web/use-take-back.ts'

/** Deletes a redirect when the person presses the button; that can be taken back. */
export function DeleteRedirect({ redirect: { id, fromPath, to }, onClose }: { redirect: Redirect; onClose(): void }) {
  const remove = useAction('deleteRedirect')
  const takeBack = useTakeBack()
  return (
    <RehearsedDialog
      title={`Delete the redirect of ${fromPath}?`}
      verb="Delete redirect"
      action={remove}
      input={{ redirectId: id }}
      isPublic
      onClose={onClose}
      onDone={(_, requestId) => {
        onClose()
        toast(`${fromPath} leads nowhere now.`, { label: 'Undo', run: () => void takeBack(requestId) })
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
