import { useState } from 'react'

import {
  changedSettings,
  isOverwriting,
  type Changes,
} from '#web/areas/organizations/organization-settings/changed-settings.ts'
import { OperationError } from '#web/operation-error.ts'
import type { OrganizationSettingsOf } from '#web/operations.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

/** Saves what a person changed in a form of settings, and overwrites nothing that changed meanwhile. */
export function useSaveSettings() {
  const stored = useOperation('getOrganizationSettings', {})
  const update = useAction('updateOrganizationSettings')
  const [isClashing, setClashing] = useState(false)

  /** Saves what differs from `base`, which the form was filled with. Returns what is stored then; null if it was refused. */
  async function save(base: OrganizationSettingsOf, given: Changes): Promise<OrganizationSettingsOf | null> {
    const changes = changedSettings(base, given)
    // Another form, or somebody else, may have been saved since the page read the settings.
    const latest = (await stored.refetch()).data ?? base
    const clashes = isOverwriting(changes, base, latest)
    setClashing(clashes)
    if (clashes) return null
    if (Object.keys(changes).length === 0) return latest
    const saved = await update.run({ ...changes, ifVersion: latest.version })
    return saved?.settings ?? null
  }

  return { save, isPending: update.isPending, error: isClashing ? clash : update.error && inWords(update.error) }
}

const clash = new OperationError({
  code: 'version_conflict',
  message: 'Somebody else changed the same setting meanwhile. Reload the page to see it, then decide.',
  status: 409,
})

function inWords(error: OperationError): OperationError {
  if (error.code !== 'version_conflict') return error
  return new OperationError({ ...error, message: 'The settings have just changed. Save again.' })
}
