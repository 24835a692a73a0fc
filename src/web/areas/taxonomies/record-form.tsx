import type { ComponentProps, ReactNode } from 'react'

import { SlugField } from '#web/areas/taxonomies/slug-field.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormDialog } from '#web/parts/form-dialog.tsx'

type Props = Omit<ComponentProps<typeof FormDialog>, 'verb'> & {
  /** The one that is changed; without it, a new one is created. */
  record: { name: string; slug: string } | undefined
  /** The most characters of a name. */
  longestName: number
  /** What a new slug means for those who know the old one. */
  consequence: ReactNode
}

/** The form of a category, a tag or an author: its name and slug, then its own fields. */
export function RecordForm({ record, longestName, consequence, call, children, ...dialog }: Props) {
  const { isPending, error } = call
  const taken = error?.code === 'slug_taken' ? error.message : undefined
  return (
    <FormDialog
      {...dialog}
      verb={record ? 'Save' : 'Create'}
      call={{ isPending, error: taken === undefined ? error : null }}
      isKeptWhileBusy
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={longestName}
        autoComplete="off"
        defaultValue={record?.name ?? ''}
        error={error?.fieldMessage('name')}
      />
      <SlugField slug={record?.slug} error={taken ?? error?.fieldMessage('slug')} consequence={consequence} />
      {children}
    </FormDialog>
  )
}
