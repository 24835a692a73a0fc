import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import { changedSettings, type Changes } from '#web/areas/organizations/organization-settings/changed-settings.ts'
import { useSaveSettings } from '#web/areas/organizations/organization-settings/use-save-settings.ts'
import type { OperationError } from '#web/operation-error.ts'
import type { OrganizationSettingsOf } from '#web/operations.ts'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { SavedForm, useUnsaved } from '#web/parts/saved-form.tsx'
import { toast } from '#web/parts/toast.tsx'
import { renewSession } from '#web/session.ts'

type Props = {
  settings: OrganizationSettingsOf
  mayChange: boolean
  /** What the form holds now, as the operation takes it. */
  read(form: FormData): Changes
  /** The fields, filled with these settings. */
  children(base: OrganizationSettingsOf, error: OperationError | null): ReactNode
}

/** One group of settings with its own button. It sends what the person changed, and overwrites nothing that changed meanwhile. */
export function SettingsForm({ settings, mayChange, read, children }: Props) {
  const saving = useSaveSettings()
  const queries = useQueryClient()
  const router = useRouter()
  const unsaved = useUnsaved()
  const [{ base, filled }, setFilled] = useState({ base: settings, filled: 0 })
  const fields = useRef<HTMLDivElement>(null)

  /** What the form holds now. */
  function held(): Changes {
    const form = fields.current?.closest('form')
    return form ? read(new FormData(form)) : {}
  }

  /** Takes these settings as what is stored. Fields that already show it are left alone: a replaced field loses the keyboard. */
  function fill(stored: OrganizationSettingsOf) {
    const isShown = Object.keys(changedSettings(stored, held())).length === 0
    setFilled({ base: stored, filled: isShown ? filled : filled + 1 })
  }

  // Until the person types, the form follows what is stored.
  useEffect(() => {
    if (!unsaved.isDirty && settings.version > base.version) fill(settings)
  })

  async function submit(form: FormData) {
    const given = read(form)
    const isAllSaved = unsaved.saving()
    const saved = await saving.save(base, given)
    if (saved === null) return
    if (isAllSaved()) fill(saved)
    else setFilled({ base: saved, filled })
    toast('Saved.')
    // The name of the organization is shown in the frame too.
    await renewSession(queries)
    await router.invalidate()
  }

  return (
    <SavedForm
      isDirty={unsaved.isDirty}
      isBusy={saving.isPending}
      mayChange={mayChange}
      onChange={unsaved.change}
      onSubmit={submit}
    >
      <FormProblem error={saving.error} />
      <div key={filled} ref={fields} className="flex flex-col gap-5">
        {children(base, saving.error)}
      </div>
    </SavedForm>
  )
}
