import { useState } from 'react'

import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { Button } from '#web/parts/button.tsx'
import { Sheet } from '#web/parts/sheet.tsx'
import { toast } from '#web/parts/toast.tsx'

/** What lies above the page. */
export function Overlays() {
  const [open, setOpen] = useState<'alert' | 'sheet' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setOpen('alert')}>Alert dialog</Button>
      <Button onClick={() => setOpen('sheet')}>Sheet</Button>
      <Button onClick={() => toast('The item is archived.', { label: 'Undo', run: () => {} })}>Toast</Button>
      {open === 'alert' && (
        <AlertDialog title="Delete “How to choose a CRM”?" action="Delete item" onAction={close} onCancel={close}>
          <p>One redirect is created. The item stays in the trash for 30 days.</p>
        </AlertDialog>
      )}
      {open === 'sheet' && (
        <Sheet title="A panel" lead="What it is about" onClose={close} footer={<Button onClick={close}>Done</Button>}>
          <p>Details of one entry of a list.</p>
        </Sheet>
      )}
    </div>
  )
}
