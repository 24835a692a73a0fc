import { nameOf } from '#web/areas/media/media-words.ts'
import type { Media } from '#web/areas/media/media/media-search.ts'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = { media: Media; onClose(): void; onDone(): void }

/** Asks before a picture that nothing uses is deleted for good. */
export function DeleteMedia({ media, onClose, onDone }: Props) {
  const remove = useAction('deleteMedia')
  return (
    <RehearsedDialog
      title={`Delete “${nameOf(media)}”?`}
      verb="Delete picture"
      action={remove}
      input={{ mediaId: media.id }}
      onClose={onClose}
      onDone={() => {
        onClose()
        onDone()
        toast('The picture is deleted.')
      }}
    >
      {() => <p>Its file goes for good, in all its sizes. Nothing shows it, so no page changes.</p>}
    </RehearsedDialog>
  )
}
