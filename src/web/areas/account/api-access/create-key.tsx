import { useState } from 'react'

import { ExpiryField } from '#web/areas/account/api-access/expiry-field.tsx'
import { grantable } from '#web/areas/account/api-access/grantable.ts'
import type { FreshKey } from '#web/areas/account/api-access/key-secret.tsx'
import { ScopeFields } from '#web/areas/account/api-access/scope-fields.tsx'
import { readScopes } from '#web/areas/account/api-access/scope-words.ts'
import type { CatalogEntry, Scope } from '#web/operations.ts'
import { TextField } from '#web/parts/field.tsx'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { textIn } from '#web/parts/form.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = {
  catalog: readonly CatalogEntry[]
  maxKeyDays: number
  /** The initial content of the form: the key that it replaces, with less access. */
  like?: { name: string; scopes: readonly Scope[] } | undefined
  onClose(): void
  onCreated(key: FreshKey): void
}

export function CreateKey({ catalog, maxKeyDays, like, onClose, onCreated }: Props) {
  // Its answer holds a secret: without a key, nothing of it is kept for a replay.
  const create = useAction('createApiKey', { keyed: false })
  const [scopes, setScopes] = useState<readonly Scope[]>(like?.scopes ?? readScopes)
  const [days, setDays] = useState(Math.min(90, maxKeyDays))
  const { error } = create

  async function submit(form: FormData) {
    const name = textIn(form, 'name')
    const given = scopes.filter((scope) => grantable(scope, catalog).isGrantable)
    const key = await create.run({ name, scopes: given, expiresInDays: days })
    if (key)
      onCreated({
        id: key.id,
        title: `Key “${key.name}” is created`,
        secret: key.secret,
        canWrite: given.includes('content:write'),
      })
  }

  return (
    <FormDialog
      title="Create an API key"
      width="wide"
      verb="Create key"
      call={create}
      disabled={scopes.length === 0}
      onSubmit={submit}
      className="gap-6"
      onClose={onClose}
    >
      {like && (
        <p className="text-muted">
          What a key may do is fixed. Create one that has only what “{like.name}” used, give it to its programs, then
          revoke the old one.
        </p>
      )}
      <TextField
        label="Name"
        name="name"
        required
        maxLength={80}
        autoComplete="off"
        defaultValue={like?.name}
        hint="Who or what will use it, for example “Claude on my laptop”."
        error={error?.fieldMessage('name')}
      />
      <ExpiryField days={days} max={maxKeyDays} onChange={setDays} error={error?.fieldMessage('expiresInDays')} />
      <ScopeFields catalog={catalog} chosen={scopes} onChange={setScopes} error={error?.fieldMessage('scopes')} />
    </FormDialog>
  )
}
