import { useBlocker, useRouter } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { OperationError } from '#web/operation-error.ts'
import type { InputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { ErrorSummary } from '#web/parts/error-summary.tsx'
import { toast } from '#web/parts/toast.tsx'
import { renewSession } from '#web/session.ts'
import { useAction } from '#web/use-operation.ts'

export type Changes = Omit<InputOf<'updateOrganizationSettings'>, 'ifVersion'>

type Props = {
  version: number
  mayChange: boolean
  /** What the form holds now, as the operation takes it. */
  read(form: FormData): Changes
  children(error: OperationError | null): ReactNode
}

/** One group of settings with its own button. What somebody else changed meanwhile is not overwritten. */
export function SettingsForm({ version, mayChange, read, children }: Props) {
  const update = useAction('updateOrganizationSettings')
  const queries = useQueryClient()
  const router = useRouter()
  const [isDirty, setDirty] = useState(false)
  const { error } = update
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: () => !confirm('Leave without saving your changes?'),
  })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const saved = await update.run({ ...read(new FormData(event.currentTarget)), ifVersion: version })
    if (!saved) return
    setDirty(false)
    toast(saved.changed.length === 0 ? 'Nothing was different.' : 'Saved.')
    // The name of the organization stands in the frame too.
    await renewSession(queries)
    await router.invalidate()
  }

  return (
    <form onSubmit={(event) => void submit(event)} onChange={() => setDirty(true)}>
      <fieldset disabled={!mayChange} className="flex flex-col gap-5">
        {error && (
          <ErrorSummary key={error.requestId ?? error.message}>
            {error.code === 'version_conflict'
              ? 'Somebody changed the settings meanwhile. Reload the page to see theirs, then make your change again.'
              : error.fieldProblems.length > 0
                ? 'Some fields need another look.'
                : error.message}
          </ErrorSummary>
        )}
        {children(error)}
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
