import { Suspense, useState } from 'react'

import type { Use } from '#web/areas/media/generate/picture-drawn.tsx'
import { useMayDraw } from '#web/areas/media/use-may-draw.ts'
import { Button } from '#web/parts/button.tsx'
import { late } from '#web/parts/late.ts'

const GenerateDialog = late(async () => ({
  default: (await import('#web/areas/media/generate/generate-dialog.tsx')).GenerateDialog,
}))

type Props = {
  /** The article whose featured picture it is to be. Without it, the dialog asks which article the picture is for. */
  articleId?: string
  use: Use
}

/** Opens the dialog in which a model draws a picture; nothing where no model can, or the person may not. */
export function GenerateButton(props: Props) {
  const [isOpen, setOpen] = useState(false)
  if (!useMayDraw()) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Generate a picture…</Button>
      {isOpen && (
        <Suspense>
          <GenerateDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
