import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { type Collection, kindWords } from '#web/areas/collections/collection-words.ts'
import { PatternField } from '#web/areas/collections/pattern-field.tsx'
import { useOrganization } from '#web/context.ts'
import { TextField } from '#web/parts/field.tsx'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { textIn } from '#web/parts/form.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { useAction } from '#web/use-operation.ts'

type Kind = Collection['kind']
const kinds = Object.entries(kindWords) as [Kind, string][]

/** Makes a collection, in use at once, and opens its page. */
export function NewCollection({ onClose }: { onClose(): void }) {
  const { slug: orgSlug } = useOrganization()
  const navigate = useNavigate()
  const create = useAction('createCollection')
  const { error } = create
  const [kind, setKind] = useState<Kind>('custom')
  const [name, setName] = useState('')
  const [ownSlug, setOwnSlug] = useState<string | null>(null)
  const [ownPattern, setOwnPattern] = useState<string | null>(null)
  const slug = ownSlug ?? slugOf(name)
  const pattern = ownPattern ?? (slug ? `/${slug}/{slug}` : '')

  async function submit(form: FormData) {
    const urlTemplate = textIn(form, 'urlTemplate')
    const made = await create.run({ name: name.trim(), slug, kind, ...(urlTemplate ? { urlTemplate } : {}) })
    if (!made) return
    onClose()
    await navigate({
      to: '/o/$orgSlug/settings/collections/$collection',
      params: { orgSlug, collection: made.collection.slug },
    })
  }

  return (
    <FormDialog
      title="New collection"
      verb="Create"
      call={{ isPending: create.isPending, error: error?.code === 'slug_taken' ? null : error }}
      isKeptWhileBusy
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        required
        maxLength={120}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
        error={error?.fieldMessage('name')}
      />
      <TextField
        label="Slug"
        value={slug}
        required
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        className="mono"
        onChange={({ target }) => setOwnSlug(target.value)}
        hint="Names the collection in addresses of the Content API. It never changes."
        error={error?.code === 'slug_taken' ? error.message : error?.fieldMessage('slug')}
      />
      <LabelledSelect label="Kind" value={kind} options={kinds} onChange={(chosen) => setKind(chosen)} />
      <PatternField
        value={pattern}
        onChange={setOwnPattern}
        collection={{ slug: slug || 'collection' }}
        error={error?.fieldMessage('urlTemplate')}
      />
    </FormDialog>
  )
}

/** A first proposal for a slug; the server has the last word. */
function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
