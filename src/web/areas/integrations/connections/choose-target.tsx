import { useState } from 'react'

import type { InputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'

type Props = {
  id: string
  type: InputOf<'selectIntegrationTarget'>['type']
  /** What is said where nothing matches. */
  none: string
  onDone(name: string): void
}

/** What the service has of one type, with a search, to choose one. */
export function ChooseTarget({ id: given, type, none, onDone }: Props) {
  const id = given as `int_${string}`
  const [search, setSearch] = useState('')
  const found = useOperation('listIntegrationTargets', { id, type, search, pageSize: 20 })
  const select = useAction('selectIntegrationTarget')

  async function choose(externalId: string, name: string) {
    if ((await select.run({ id, type, externalId }, { confirm: true })) !== null) onDone(name)
  }

  return (
    <div className="flex max-w-xl flex-col gap-3">
      <TextField label="Search" value={search} autoComplete="off" onChange={({ target }) => setSearch(target.value)} />
      {found.data === undefined ? (
        found.error === null && <Skeleton className="h-40 w-full" />
      ) : (
        <ul>
          {found.data.items.map(({ externalId, name }) => (
            <li key={externalId} className="flex items-center justify-between gap-3 border-b border-line py-1.5">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <Button size="small" isBusy={select.isPending} onClick={() => void choose(externalId, name)}>
                Choose<span className="sr-only"> {name}</span>
              </Button>
            </li>
          ))}
          {found.data.items.length === 0 && <li className="py-2 text-muted">{none}</li>}
        </ul>
      )}
      <DialogProblem error={found.error ?? select.error} />
    </div>
  )
}
