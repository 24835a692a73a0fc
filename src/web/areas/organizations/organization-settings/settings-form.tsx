import { useQueryClient } from '@tanstack/react-query'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { useState, type FormEvent, type ReactNode } from 'react'
import {
  changedSettings,
  isOverwriting,
  type Changes,
} from '#web/areas/organizations/organization-settings/changed-settings.ts'
import type { OperationError } from '#web/operation-error.ts'
import type { OrganizationSettingsOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { ErrorSummary } from '#web/parts/error-summary.tsx'
import { toast } from '#web/parts/toast.tsx'
import { renewSession } from '#web/session.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

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
  const stored = useOperation('getOrganizationSettings', {})
  const update = useAction('updateOrganizationSettings')
  const queries = useQueryClient()
  const router = useRouter()
  const [isDirty, setDirty] = useState(false)
  const [isClashing, setClashing] = useState(false)
  const [base, setBase] = useState(settings)
  // Until the person types, the form follows what is stored.
  if (!isDirty && base.version !== settings.version) setBase(settings)
  const { error } = update
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: () => !confirm('Leave without saving your changes?'),
  })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const changes = changedSettings(base, read(new FormData(event.currentTarget)))
    // Another group, or somebody else, may have been saved since the page read the settings.
    const latest = (await stored.refetch()).data ?? settings
    const clashes = isOverwriting(changes, base, latest)
    setClashing(clashes)
    if (clashes) return
    if (Object.keys(changes).length > 0 && !(await update.run({ ...changes, ifVersion: latest.version }))) return
    setDirty(false)
    toast('Saved.')
    // The name of the organization is shown in the frame too.
    await renewSession(queries)
    await router.invalidate()
  }

  const problem = isClashing ? meanwhile : error && sentenceOf(error)
  return (
    <form onSubmit={(event) => void submit(event)} onChange={() => setDirty(true)}>
      <fieldset disabled={!mayChange} className="flex flex-col gap-5">
        {problem && <ErrorSummary key={error?.requestId ?? problem}>{problem}</ErrorSummary>}
        <div key={base.version} className="flex flex-col gap-5">
          {children(base, error)}
        </div>
        {mayChange && (
          <div>
            <Button type="submit" look="primary" disabled={!isDirty} isBusy={update.isPending}>
              Save changes
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}

const meanwhile = 'Somebody else changed the same setting meanwhile. Reload the page to see it, then decide.'

function sentenceOf(error: OperationError): string {
  if (error.code === 'version_conflict') return 'The settings have just changed. Save again.'
  return error.fieldProblems.length > 0 ? 'Some fields need another look.' : error.message
}
