import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRehearsal } from '#web/use-rehearsal.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { renewSession } from '#web/session.ts'
import { useAction } from '#web/use-operation.ts'

/** Deletes the organization once its name was typed, after counting what goes with it. */
export function DeleteOrganization({ name, onClose }: { name: string; onClose(): void }) {
  const remove = useAction('deleteOrganization')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const effects = useRehearsal(remove, { name })

  async function confirm() {
    if (!(await remove.run({ name: typed }, { confirm: true }))) return
    await renewSession(queries)
    await navigate({ to: '/', replace: true })
  }

  return (
    <AlertDialog
      title={`Delete ${name}?`}
      action="Delete organization"
      onAction={() => void confirm()}
      onCancel={onClose}
      disabled={effects === null || typed !== name}
      isBusy={effects !== null && remove.isPending}
    >
      <p>It is gone for everybody at once, and its website gets no content any more. This cannot be taken back.</p>
      <p className="my-3 text-muted" aria-live="polite">
        {effects === null
          ? 'Counting what goes with it…'
          : `With it go ${countOf(effects.items, 'item')}, ${countOf(effects.media, 'media file')}, ${countOf(
              effects.members,
              'membership',
            )} and ${countOf(effects.revokedTokens, 'API key')}.`}
      </p>
      <TextField
        label={`Type “${name}” to delete it`}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
      />
      {remove.error && (
        <div className="mt-4">
          <Problem error={remove.error} />
        </div>
      )}
    </AlertDialog>
  )
}

function countOf(n: number, what: string): string {
  return `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`
}
