import { useState } from 'react'

import { ChoosePicture } from '#web/areas/media/choose-picture.tsx'
import { nameOf } from '#web/areas/media/media-words.ts'
import type { Media } from '#web/areas/media/media/media-search.ts'
import { ReplacedPlaces } from '#web/areas/media/media/replaced-places.tsx'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'
import { useRehearsal } from '#web/use-rehearsal.ts'
import { useTakeBack } from '#web/use-take-back.ts'

type Props = { media: Media; onClose(): void }

/** Puts another picture in every place of one: first which, then what that changes. */
export function UseAnother({ media, onClose }: Props) {
  const [to, setTo] = useState<Media['id'] | null>(null)
  if (to === null) return <ChoosePicture except={media.id} onChoose={setTo} onClose={onClose} />
  return <Question media={media} to={to} onClose={onClose} />
}

function Question({ media, to, onClose }: Props & { to: Media['id'] }) {
  const replace = useAction('replaceMedia')
  const takeBack = useTakeBack()
  const input = { from: media.id, to }
  const effects = useRehearsal(replace, input)
  const isPublic = effects?.items.some(({ status }) => status === 'published') ?? false

  async function run() {
    const onChanged = (requestId: string) =>
      toast('The other picture is used now.', { label: 'Undo', run: () => void takeBack(requestId) })
    if (await replace.run(input, { confirm: true, onChanged })) onClose()
  }

  return (
    <AlertDialog
      title={`Use another picture instead of “${nameOf(media)}”?`}
      action="Use it instead"
      isPublic={isPublic}
      disabled={effects === null}
      isBusy={effects !== null && replace.isPending}
      onAction={() => void run()}
      onCancel={onClose}
    >
      <ReplacedPlaces from={media} toId={to} effects={effects} />
      <DialogProblem error={replace.error} />
    </AlertDialog>
  )
}
