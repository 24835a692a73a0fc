import { useState } from 'react'

import type { Competitor } from '#web/areas/visibility/set-up/set-up-types.ts'
import type { OperationError } from '#web/operation-error.ts'
import { CheckField } from '#web/parts/check-field.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { listIn, textIn } from '#web/parts/form.tsx'

type BrandFields = Pick<Competitor, 'name' | 'aliases' | 'domains' | 'excludeTerms'> & {
  /** Left out while nobody has set it: then the names decide. */
  matchCase?: boolean
}

type Props = {
  title: string
  verb: string
  /** What the fields are filled with. */
  brand: Partial<BrandFields>
  /** Said below the name, which may then be left out. */
  withoutName?: string
  /** Said below the websites, about one that counts anyway. */
  knownHost?: string | null
  isBusy: boolean
  error: OperationError | null
  /** Where the fields are in the input of the call, such as `brand/`. */
  at?: string
  onSave(fields: BrandFields): unknown
  onClose(): void
}

/** The names and websites by which answers are read for a brand. */
export function BrandForm({ title, verb, brand, isBusy, error, at = '', onSave, onClose, ...said }: Props) {
  const [matchCase, setMatchCase] = useState(brand.matchCase)
  const { withoutName, knownHost } = said
  const problemOf = (name: keyof BrandFields) => error?.fieldMessage(`${at}${name}`)

  const submit = (form: FormData) =>
    onSave({
      name: textIn(form, 'name'),
      aliases: listIn(form, 'aliases'),
      domains: listIn(form, 'domains'),
      excludeTerms: listIn(form, 'excludeTerms'),
      ...(matchCase !== brand.matchCase && { matchCase }),
    })

  return (
    <FormDialog title={title} verb={verb} call={{ isPending: isBusy, error }} onSubmit={submit} onClose={onClose}>
      <TextField
        label="Name"
        name="name"
        required={withoutName === undefined}
        isOptional={withoutName !== undefined}
        maxLength={120}
        autoComplete="off"
        defaultValue={brand.name}
        hint={withoutName}
        error={problemOf('name')}
      />
      <TextField
        label="Other names"
        name="aliases"
        isOptional
        defaultValue={brand.aliases?.join(', ')}
        hint="With commas between them."
        error={problemOf('aliases')}
      />
      <TextField
        label="Websites"
        name="domains"
        isOptional
        spellCheck={false}
        defaultValue={brand.domains?.join(', ')}
        hint={`Hosts such as example.com; those below them are included.${knownHost ? ` ${knownHost} counts anyway.` : ''}`}
        error={problemOf('domains')}
      />
      <TextField
        label="Not meant, when nearby"
        name="excludeTerms"
        isOptional
        defaultValue={brand.excludeTerms?.join(', ')}
        hint="Words that say something else is meant, such as “river” for Amazon."
        error={problemOf('excludeTerms')}
      />
      <CheckField
        label="Only as it is written"
        hint="“Bolt”, not “bolt”. Set by itself where a new name is an English word."
        isChecked={matchCase ?? false}
        onChange={setMatchCase}
      />
    </FormDialog>
  )
}
