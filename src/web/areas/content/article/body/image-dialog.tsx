import { useRef, useState, type FormEvent } from 'react'

import { SuggestAlt } from '#web/areas/media/suggest-alt.tsx'
import { type Media, useUpload } from '#web/areas/media/use-upload.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { TextField } from '#web/parts/field.tsx'
import { SubmitButtons } from '#web/parts/submit-buttons.tsx'
import { takeNothingWhileSent } from '#web/parts/while-sent.ts'

type Props = { file: File | null; onPicture(src: string, alt: string): void; onClose(): void }

/** Takes a picture into the media of the organization for the text. `file`: one that was pasted or dropped. */
export function ImageDialog({ file: given, onPicture, onClose }: Props) {
  const [file, setFile] = useState(given)
  const [alt, setAlt] = useState('')
  // A model sees what is stored only.
  const [stored, setStored] = useState<Media | null>(null)
  const { upload, isPending, error } = useUpload()
  const chooser = useRef<HTMLInputElement>(null)

  async function store(chosen: File): Promise<string | null> {
    const media = await upload(chosen, '', stored)
    setStored(media)
    return media?.id ?? null
  }

  async function insert(event: FormEvent) {
    event.preventDefault()
    if (file === null) return
    const media = await upload(file, alt.trim(), stored)
    if (media?.url == null) return
    onPicture(media.url, alt.trim())
    onClose()
  }

  return (
    <Dialog title="Image" onDismiss={onClose}>
      <form ref={takeNothingWhileSent} onSubmit={(event) => void insert(event)} className="flex flex-col gap-4">
        <div className="flex items-center gap-3">
          <Button onClick={() => chooser.current?.click()}>Choose a file</Button>
          <span className="min-w-0 truncate text-muted">
            {file?.name ?? 'PNG, JPEG, WebP, AVIF or GIF, 15 MB at most'}
          </span>
          <input
            ref={chooser}
            type="file"
            hidden
            accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
            onChange={(event) => {
              setFile(event.target.files?.[0] ?? null)
              setStored(null)
            }}
          />
        </div>
        <TextField
          label="Alt text"
          hint="What the picture shows, for those who do not see it."
          value={alt}
          maxLength={300}
          onChange={(event) => setAlt(event.target.value)}
        />
        {file !== null && (
          <div className="-mt-2 flex flex-wrap items-center gap-2">
            <SuggestAlt mediaId={() => store(file)} onSuggested={setAlt} />
          </div>
        )}
        <DialogProblem error={error} />
        <SubmitButtons isBusy={isPending} disabled={file === null} onCancel={onClose}>
          Insert
        </SubmitButtons>
      </form>
    </Dialog>
  )
}
