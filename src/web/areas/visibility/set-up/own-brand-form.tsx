import { useState } from 'react'

import { useSaveSettings } from '#web/areas/organizations/organization-settings/use-save-settings.ts'
import { BrandForm } from '#web/areas/visibility/set-up/brand-form.tsx'
import type { OrganizationSettingsOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useOperation } from '#web/use-operation.ts'

const title = 'Your brand'

/** Your own names and websites, which are settings of the organization. */
export default function OwnBrandForm({ onClose }: { onClose(): void }) {
  const { data, error } = useOperation('getOrganizationSettings', {})
  if (data) return <Filled settings={data} onClose={onClose} />
  if (!error) return null
  return (
    <Dialog title={title} onDismiss={onClose}>
      <DialogProblem error={error} />
      <DialogButtons>
        <Button onClick={onClose}>Close</Button>
      </DialogButtons>
    </Dialog>
  )
}

function Filled({ settings, onClose }: { settings: OrganizationSettingsOf; onClose(): void }) {
  // What the fields were filled with stays, whatever is read meanwhile.
  const [base] = useState(settings)
  const saving = useSaveSettings()
  const { name, ...others } = base.brand

  return (
    <BrandForm
      title={title}
      verb="Save brand"
      brand={{ ...others, ...(name !== null && { name }) }}
      withoutName={`Without one, that of the organization counts: ${base.name}.`}
      knownHost={base.siteUrl === null ? null : new URL(base.siteUrl).host}
      isBusy={saving.isPending}
      error={saving.error}
      at="brand/"
      onClose={onClose}
      onSave={async (fields) => {
        const saved = await saving.save(base, { brand: { ...fields, name: fields.name || null } })
        if (saved === null) return
        toast('Saved. Stored answers are read again.')
        onClose()
      }}
    />
  )
}
