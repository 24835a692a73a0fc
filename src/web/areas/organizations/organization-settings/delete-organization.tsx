import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import type { OutputOf } from '#web/operations.ts'
import { TextField } from '#web/parts/field.tsx'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { renewSession } from '#web/session.ts'
import { useAction } from '#web/use-operation.ts'

/** Deletes the organization once its name was typed, after counting what goes with it. */
export function DeleteOrganization({ name, onClose }: { name: string; onClose(): void }) {
  const remove = useAction('deleteOrganization')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')

  async function leave() {
    await renewSession(queries)
    await navigate({ to: '/', replace: true })
  }

  return (
    <RehearsedDialog
      title={`Delete ${name}?`}
      verb="Delete organization"
      action={remove}
      input={{ name }}
      isPublic
      disabled={typed !== name}
      onClose={onClose}
      onDone={() => void leave()}
    >
      {(effects) => (
        <>
          <p>It is gone for everybody at once, and its website no longer gets content. This cannot be taken back.</p>
          <p className="my-3 text-muted" aria-live="polite">
            {effects ? whatGoes(effects) : 'Counting what goes with it…'}
          </p>
          <TextField
            label={`Type “${name}” to delete it`}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
        </>
      )}
    </RehearsedDialog>
  )
}

function whatGoes({ items, media, members, revokedTokens }: OutputOf<'deleteOrganization'>): string {
  const counts = [countOf(items, 'item'), countOf(media, 'media file'), countOf(members, 'membership')]
  return `With it go ${counts.join(', ')} and ${countOf(revokedTokens, 'API key')}.`
}

function countOf(n: number, what: string): string {
  return `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`
}
