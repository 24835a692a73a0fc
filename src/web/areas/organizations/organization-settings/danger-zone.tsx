import { useState, type ReactNode } from 'react'

import { DeleteOrganization } from '#web/areas/organizations/organization-settings/delete-organization.tsx'
import { TransferOwnership } from '#web/areas/organizations/organization-settings/transfer-ownership.tsx'
import { useOrganization } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'

/** Transfer and deletion: for owners. */
export function DangerZone({ name }: { name: string }) {
  const isOwner = useOrganization().role === 'owner'
  const [open, setOpen] = useState<'transfer' | 'delete' | null>(null)
  const close = () => setOpen(null)
  if (!isOwner) return <p className="text-muted">An owner transfers or deletes the organization.</p>
  return (
    <div className="flex flex-col gap-5">
      <Step
        title="Transfer ownership"
        about="Another member becomes the owner, and you become an admin."
        action={<Button onClick={() => setOpen('transfer')}>Transfer…</Button>}
      />
      <div className="border-t border-line" />
      <Step
        title="Delete this organization"
        about="Its content, members and keys are gone at once, and its website no longer gets content."
        action={
          <Button look="to-press" onClick={() => setOpen('delete')}>
            Delete organization…
          </Button>
        }
      />
      {open === 'transfer' && <TransferOwnership onClose={close} />}
      {open === 'delete' && <DeleteOrganization name={name} onClose={close} />}
    </div>
  )
}

function Step({ title, about, action }: { title: string; about: string; action: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="max-w-md">
        <h3 className="font-medium">{title}</h3>
        <p className="mt-0.5 text-muted">{about}</p>
      </div>
      {action}
    </div>
  )
}
